const page = view.document;
const look = async (stage) => {
  const wide = page.documentElement.scrollWidth > page.documentElement.clientWidth;
  const all = [...await findings(view), ...torn(page), ...(wide ? ["scrolls sideways"] : [])];
  found.push(...all.map((one) => `${stage}: ${one}`));
};
const type = (key) => page.body.dispatchEvent(
  new view.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
await look("start");
for (let step = 0; step < 5; step += 1) type("ArrowRight");
await look("step 5");
type("End");
page.querySelector("summary").click();
await look("end");
type("Home");
type("i");
const asked = new Set();
for (;;) {
  const form = page.querySelector(".plytrace-ask");
  const shape = form.hidden ? "" : `${form.querySelectorAll("input").length}`;
  if (shape && !asked.has(shape)) {
    asked.add(shape);
    form.querySelector("[type=submit]")?.click(); // a message about an empty answer
    await look(`question ${shape}`);
    for (const field of form.querySelectorAll("input")) field.value = "7";
    form.querySelector("[type=submit], button").click();
    await look(`verdict ${shape}`);
  } else if (shape) form.querySelector(".plytrace-pass").click();
  else type("ArrowRight");
  const bar = page.querySelector("input[type=range]");
  if (bar.value === bar.max) break;
}
found.push(asked.size);
