import { atom, useAtom, useAtomValue, useSetAtom } from "jotai"
import { useEffect } from "react"
import { storedAtom } from "../Stored.ts"
import { noBurst, pressed } from "./Burst.ts"
import { chipRead } from "./Chips.ts"
import { chipIn, nameOf, readFormat, type TagFormat } from "./TagFormat.ts"

/** How this device's reader writes chip numbers; `null` until it was set up. */
const tagFormatAtom = storedAtom<TagFormat | null>(
  "wristbank.till.reader",
  readFormat,
  (format) => format === null ? null : nameOf(format)
)

/** What a reader typed that was not set up yet, or not in the format it was set up with. */
const unreadTextAtom = atom<string>()

/** Reads chips from a reader that types, wherever the keyboard's focus is. */
export const useKeyboardReader = (): void => {
  const format = useAtomValue(tagFormatAtom)
  const setUnread = useSetAtom(unreadTextAtom)
  useEffect(() => {
    let burst = noBurst
    let field: { readonly element: HTMLInputElement; readonly before: string } | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const element = document.activeElement instanceof HTMLInputElement ? document.activeElement : undefined
      const stroke = pressed(burst, event.key, event.timeStamp)
      if (stroke.kind === "typing") {
        if (stroke.burst.text.length === 1) {
          field = element === undefined ? undefined : { element, before: element.value }
        }
        burst = stroke.burst
        return
      }
      burst = noBurst
      // The reader has no business in a field that happens to have the focus, and must not press the focused button.
      event.preventDefault()
      event.stopPropagation()
      if (field !== undefined && field.element === element) restore(field.element, field.before)
      const chip = format === null ? undefined : chipIn(stroke.text, format)
      if (chip === undefined) setUnread(stroke.text)
      else chipRead(chip)
    }
    globalThis.addEventListener("keydown", onKey, { capture: true })
    return () => globalThis.removeEventListener("keydown", onKey, { capture: true })
  }, [format, setUnread])
}

/** The set-up of the reader: the format, and what it typed that no one could read. */
export const useReaderSetUp = () => {
  const [format, setFormat] = useAtom(tagFormatAtom)
  const [unread, setUnread] = useAtom(unreadTextAtom)
  return { format, setFormat, unread, forget: () => setUnread(undefined) }
}

/** Sets the text of a field in a way that React notices. */
const restore = (element: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text)
  element.dispatchEvent(new Event("input", { bubbles: true }))
}
