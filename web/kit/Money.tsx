import type { CSSProperties } from "react"
import type { Amount } from "./Amount.ts"
import { useFormats } from "./EventFormats.ts"

/** An amount in the event's currency, always on one line; `large` where it is what the screen is about. */
export const Money = ({ amount, large = false }: { readonly amount: Amount; readonly large?: boolean }) => {
  const text = useFormats().money(amount)
  return large ? <Figure text={text} /> : <span className="amount">{text}</span>
}

/** A number on one line, in the size of the text around it, or smaller where its box is too narrow for that. */
export const Figure = ({ text }: { readonly text: string }) => (
  <span className="fitting" style={{ "--length": text.length } as CSSProperties}>
    <span className="amount">{text}</span>
  </span>
)
