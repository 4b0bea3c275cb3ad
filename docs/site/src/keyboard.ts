import environment from "@docusaurus/ExecutionEnvironment"

/** Marks the page for as long as somebody moves in it with the Tab key. */
const mark = "navigation-with-keyboard"

if (environment.canUseDOM) {
  addEventListener("keydown", ({ key }) => key === "Tab" && document.body.classList.add(mark))
  addEventListener("mousedown", () => document.body.classList.remove(mark))
}
