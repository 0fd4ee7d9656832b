const findings = async (view) => {
  const found = await view.axe.run(view.document, { preload: false, resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target}`));
};
