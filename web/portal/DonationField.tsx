import { useId, useState } from "react"
import { type Amount, fromCents, parse, toCents, zero } from "../kit/Amount.ts"
import { useFormats } from "../kit/EventFormats.ts"
import { TextField } from "../kit/Field.tsx"
import { useMessages } from "./messages/messages.ts"
import { arriving, possibleDonation } from "./Timeline.ts"

interface DonationFieldProps {
  readonly balance: Amount
  /** `undefined` while the field holds no amount. */
  readonly donation: Amount | undefined
  readonly onChange: (donation: Amount | undefined) => void
}

/** The part of the balance that the guest donates, by slider or as a number, and the sum that arrives at their bank. */
export const DonationField = ({ balance, donation, onChange }: DonationFieldProps) => {
  const say = useMessages()
  const { money } = useFormats()
  const [typed, setTyped] = useState(() => donation === undefined || donation === zero ? "" : String(donation))
  const id = useId()
  const shown = possibleDonation(donation ?? zero, balance)
  const slide = (cents: number) => {
    const next = fromCents(cents)
    setTyped(cents === 0 ? "" : String(next))
    onChange(next)
  }
  return (
    <fieldset className="donation stack">
      <legend>{say.donationQuestion}</legend>
      <label htmlFor={id} className="visually-hidden">{say.donationSlider}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={toCents(balance)}
        step={50}
        value={toCents(shown)}
        aria-valuetext={money(shown)}
        onChange={({ target }) => slide(Number(target.value))}
      />
      <div className="donation-sums">
        <TextField
          name="donation"
          label={say.donationAmount}
          inputMode="decimal"
          autoComplete="off"
          placeholder={money(zero)}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            onChange(text.trim() === "" ? zero : parse(text))
          }}
        />
        <p className="arrives" role="status">
          <span className="muted small">{say.arrives}</span>
          <strong className="amount">{money(arriving(balance, shown))}</strong>
        </p>
      </div>
    </fieldset>
  )
}
