const findings = async () => {
  const found = await axe.run(document, { preload: false, resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target}`));
};
