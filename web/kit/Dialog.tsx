import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useRef } from "react"
import { Button } from "./Button.tsx"
import { opened } from "./DialogBack.ts"
import { DialogDepth } from "./DialogDepth.ts"
import { useKitMessages } from "./Messages.ts"
import { tooSoon, watchPresses } from "./Presses.ts"

// With the first dialog that an application loads, so that the guests' first screen is not the longer for it.
watchPresses()

/**
 * A question that must be answered before anything else goes on. The browser keeps the focus inside and closes it with Escape;
 * afterwards the focus is back where it was.
 */
export const Dialog = ({ children, onClose, title }: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const depth = useContext(DialogDepth) + 1
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      // The dialog has left the page already, so the browser can't do it.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useClosedByBack(onClose)
  // After the effect that opens it and moves the focus.
  const second = useSecondKey()
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onKeyDownCapture={second}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="stack">
        <h2 id={id}>{title}</h2>
        <DialogDepth value={depth}>{children}</DialogDepth>
      </div>
      {/* The last in order, so that the first field has the focus when the dialog opens. */}
      <Button kind="quiet" className="dialog-close" aria-label={useKitMessages().close} onClick={onClose}>
        <span aria-hidden>×</span>
      </Button>
    </dialog>
  )
}

const useClosedByBack = (onClose: () => void) => {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => opened(() => close.current()), [])
}

/**
 * A key that opened the dialog and is pressed once more at once presses nothing in it: the focus is where no one has put it. Once it was
 * moved, or a moment later, keys count.
 */
const useSecondKey = () => {
  const first = useRef<{ readonly at: number; readonly focus: Element | null }>(undefined)
  useEffect(() => {
    first.current = { at: performance.now(), focus: document.activeElement }
  }, [])
  return (event: KeyboardEvent) => {
    const isPress = event.key === "Enter" || event.key === " " && event.target instanceof HTMLButtonElement
    if (!isPress || first.current?.focus !== document.activeElement) first.current = undefined
    else if (performance.now() - first.current.at < tooSoon) event.preventDefault()
  }
}
