import { useState } from "react"
import { type Amount, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { Money } from "../../kit/Money.tsx"
import { NoChips } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { Keypad } from "./Keypad.tsx"

/** Asks for the price of goods without a fixed one. */
export const PriceDialog = ({ onClose, onPrice, title }: {
  readonly title: string
  readonly onClose: () => void
  readonly onPrice: (price: Amount) => void
}) => {
  const say = useMessages()
  const [price, setPrice] = useState(zero)
  return (
    <Dialog title={title} onClose={onClose}>
      <NoChips />
      <p className="figure" role="status" aria-label={say.price}>
        <Money amount={price} large />
      </p>
      <Keypad value={price} onChange={setPrice} />
      <Button kind="primary" className="large" disabled={price === zero} onClick={() => onPrice(price)}>
        {say.enter}
      </Button>
      <Button kind="quiet" onClick={onClose}>{say.cancel}</Button>
    </Dialog>
  )
}
