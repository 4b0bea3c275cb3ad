import { useState } from "react"
import { zero } from "../../kit/Amount.ts"
import type { Amount } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { useMessages } from "../messages.ts"
import { Keys } from "../sale/Keypad.tsx"
import type { AmountEntry } from "./AmountText.ts"

/** An amount by keys, by suggestion or typed. Stands in a `Form`, so that the server's mistakes are shown here. */
export const AmountPad = ({ entry, label, suggestions }: {
  readonly entry: AmountEntry
  readonly label: string
  readonly suggestions: ReadonlyArray<Amount>
}) => {
  const say = useMessages()
  const { money } = useFormats()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextField
        name="amount"
        label={label}
        value={entry.text}
        onChange={entry.setText}
        inputMode="decimal"
        autoComplete="off"
        className="amount-input"
        placeholder={money(zero)}
      />
      <div className="suggestions">
        {suggestions.map((amount) => (
          <Button key={amount} className="large" onClick={() => entry.set(amount)}>{money(amount)}</Button>
        ))}
        <Button className="large" onClick={() => entry.setText("")}>{say.clear}</Button>
        <Button className="large keys-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? say.keysHide : say.keysShow}
        </Button>
      </div>
      <div className="keys" data-open={isOpen || undefined}>
        <Keys value={entry.amount ?? zero} onChange={entry.set} />
      </div>
    </>
  )
}
