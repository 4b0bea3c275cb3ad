import { useAtomValue } from "jotai"
import { useState } from "react"
import { type Amount, parse, toCents, zero } from "../../kit/Amount.ts"
import { languageAtom, localeOf } from "../../kit/Language.ts"

/** An amount that is typed, suggested or entered with keys. */
export interface AmountEntry {
  readonly text: string
  /** `undefined` while the text is no amount; zero while it is empty. */
  readonly amount: Amount | undefined
  readonly setText: (text: string) => void
  readonly set: (amount: Amount) => void
}

/** The amount in a text; an empty one counts as zero, and a negative one as no amount. */
export const amountIn = (text: string): Amount | undefined => {
  if (text.trim() === "") return zero
  const amount = parse(text)
  return amount === undefined || toCents(amount) < 0 ? undefined : amount
}

/** An amount as a person would type it; nothing for zero. */
export const asText = (amount: Amount, decimal: "," | "."): string =>
  toCents(amount) === 0 ? "" : amount.toFixed(2).replace(".", decimal)

/** An entry that begins with an amount; empty unless given. */
export const useAmountEntry = (first: Amount = zero): AmountEntry => {
  const locale = localeOf(useAtomValue(languageAtom))
  const [text, setText] = useState(() => asText(first, decimalOf(locale)))
  return {
    text,
    amount: amountIn(text),
    setText,
    set: (amount) => setText(asText(amount, decimalOf(locale)))
  }
}

/** The sign between major and minor units. */
const decimalOf = (locale: string): "," | "." => (1.5).toLocaleString(locale).includes(",") ? "," : "."
