import { type ReactNode, useContext, useEffect, useId, useRef } from "react"
import { Button } from "./Button.tsx"
import { DialogDepth } from "./DialogDepth.ts"
import { useKitMessages } from "./Messages.ts"

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
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
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
        <span aria-hidden>✕</span>
      </Button>
    </dialog>
  )
}
