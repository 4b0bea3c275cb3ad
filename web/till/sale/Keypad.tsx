import { Delete } from "lucide-react"
import { useEffect, useRef } from "react"
import { type Amount, fromCents, toCents } from "../../kit/Amount.ts"
import { noBurst, pressed } from "../../kit/readers/Burst.ts"
import { useMessages } from "../messages.ts"

/** The largest amount that can be typed, in cents: ten thousand major units, the server's limit of a free price. */
const largest = 1_000_000

/** The amount after a further digit, as cash registers have it: digits move in from the right. */
export const typed = (amount: Amount, digits: string): Amount => {
  const cents = Number(`${toCents(amount)}${digits}`)
  return cents > largest ? amount : fromCents(cents)
}

export const shortened = (amount: Amount): Amount => fromCents(Math.trunc(toCents(amount) / 10))

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"]

interface KeypadProps {
  readonly value: Amount
  readonly onChange: (amount: Amount) => void
}

/** Large keys for an amount; the keyboard's own digits work as well, those of a reader are taken out again. */
export const Keypad = ({ onChange, value }: KeypadProps) => {
  const burst = useRef(noBurst)
  const before = useRef(value)
  useEffect(() => {
    const onKey = ({ altKey, ctrlKey, key, metaKey, timeStamp }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey) return
      const stroke = pressed(burst.current, key, timeStamp)
      burst.current = stroke.kind === "typing" ? stroke.burst : noBurst
      if (stroke.kind === "read") return onChange(before.current)
      if (stroke.burst.text.length === 1) before.current = value
      if (/^\d$/.test(key)) onChange(typed(value, key))
      if (key === "Backspace") onChange(shortened(value))
    }
    // In the capturing phase, as the till stops the Enter of a reader there.
    globalThis.addEventListener("keydown", onKey, { capture: true })
    return () => globalThis.removeEventListener("keydown", onKey, { capture: true })
  }, [onChange, value])
  return <Keys value={value} onChange={onChange} />
}

/** The keys alone, for use beside a field that takes the keyboard's digits. */
export const Keys = ({ onChange, value }: KeypadProps) => {
  const say = useMessages()
  return (
    <div className="keypad">
      {keys.map((digits) => (
        <button
          key={digits}
          type="button"
          className="key"
          onClick={() => onChange(typed(value, digits))}
        >
          {digits}
        </button>
      ))}
      <button type="button" className="key" aria-label={say.deleteDigit} onClick={() => onChange(shortened(value))}>
        <Delete className="icon" aria-hidden />
      </button>
    </div>
  )
}
