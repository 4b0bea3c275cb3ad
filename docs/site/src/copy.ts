import environment from "@docusaurus/ExecutionEnvironment"

const label = "Copy code to clipboard"

/** Copies the code beside a button. Where a page may not write to the clipboard, the code is selected, for the keys that copy. */
const copy = async (button: Element, code: Element) => {
  try {
    await navigator.clipboard.writeText(code.textContent)
  } catch {
    return getSelection()?.selectAllChildren(code)
  }
  button.setAttribute("aria-label", "Copied")
  setTimeout(() => button.setAttribute("aria-label", label), 1500)
}

if (environment.canUseDOM) {
  addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button.copy") : null
    const code = button?.parentElement?.querySelector("code")
    if (button !== null && code !== undefined && code !== null) void copy(button, code)
  })
}
