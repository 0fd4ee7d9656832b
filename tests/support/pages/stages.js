const look = async (stage) => {
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  const all = [...await findings(), ...torn(), ...(wide ? ["scrolls sideways"] : [])];
  found.push(...all.map((one) => `${stage}: ${one}`));
};
await look("start");
for (let step = 0; step < 5; step += 1) press("ArrowRight");
await look("step 5");
press("End");
document.querySelector("summary").click();
await look("end");
press("Home");
press("i");
const asked = new Set();
for (;;) {
  const form = document.querySelector(".plytrace-ask");
  const shape = form.hidden ? "" : `${form.querySelectorAll("input").length}`;
  if (shape && !asked.has(shape)) {
    asked.add(shape);
    form.querySelector("[type=submit]")?.click(); // a message about an empty answer
    await look(`question ${shape}`);
    for (const field of form.querySelectorAll("input")) field.value = "7";
    form.querySelector("[type=submit], button").click();
    await look(`verdict ${shape}`);
  } else if (shape) form.querySelector(".plytrace-pass").click();
  else press("ArrowRight");
  const bar = document.querySelector("input[type=range]");
  if (bar.value === bar.max) break;
}
found.push(asked.size);
