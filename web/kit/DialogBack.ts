/** What closes each open dialog, the innermost last. */
const closers: Array<() => void> = []

let isOn = false

/** Whether the present entry of the history stands for the open dialogs. */
let isMarked = false

const hasMark = () => (history.state as { readonly dialog?: unknown } | null)?.dialog === true

/** Once all changes of the page are made, so that a dialog in the place of another leaves the history as it is. */
const settle = () =>
  queueMicrotask(() => {
    if (!isOn || isMarked === closers.length > 0) return
    isMarked = closers.length > 0
    if (isMarked) history.pushState({ dialog: true }, "")
    // A link in a dialog has left its entry already.
    else if (hasMark()) history.back()
  })

/** Notes an open dialog, until the function is called that this gives. */
export const opened = (close: () => void): () => void => {
  closers.push(close)
  settle()
  return () => {
    closers.splice(closers.indexOf(close), 1)
    settle()
  }
}

/** From now on Back closes the innermost dialog that is open, and the page stays. Call it once. */
export const closeDialogsByBack = (): void => {
  isOn = true
  globalThis.addEventListener("popstate", () => {
    if (!isMarked || hasMark()) return
    isMarked = false
    closers.at(-1)?.()
    settle()
  })
}
