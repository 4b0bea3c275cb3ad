import { Minus } from "lucide-react"
import { useState } from "react"
import { zero } from "../../kit/Amount.ts"
import { Money } from "../../kit/Money.tsx"
import { TileFace } from "../../kit/Tile.tsx"
import { useMessages } from "../messages.ts"
import { countOf, press, pressPriced, type SaleButton } from "./Basket.ts"
import { PriceDialog } from "./PriceDialog.tsx"
import { change, useSaleView } from "./SaleState.ts"

/** The till's buttons in the order of its layout. */
export const ButtonGrid = () => {
  const { basket, buttons } = useSaleView()
  const [priced, setPriced] = useState<SaleButton>()
  return (
    <>
      <ul className="button-grid">
        {buttons.map((button) => (
          <Tile
            key={button.id}
            button={button}
            count={countOf(basket, button.id)}
            onPress={() => button.fixed_price ? change((before) => press(before, button)) : setPriced(button)}
          />
        ))}
      </ul>
      {priced !== undefined && (
        <PriceDialog
          title={priced.name}
          onClose={() => setPriced(undefined)}
          onPrice={(price) => {
            change((before) => pressPriced(before, priced, price))
            setPriced(undefined)
          }}
        />
      )}
    </>
  )
}

const Tile = ({ button, count, onPress }: {
  readonly button: SaleButton
  readonly count: number
  readonly onPress: () => void
}) => {
  const say = useMessages()
  const { fixed_price, is_returnable, name, price } = button
  const canLess = count > 0 || is_returnable
  return (
    <li className="tile" data-count={count === 0 ? undefined : count}>
      <button type="button" className="tile-press" onClick={onPress}>
        <TileFace name={name} price={fixed_price ? <Money amount={price ?? zero} /> : say.freePrice}>
          <span className="tile-count" aria-hidden={count === 0}>{count === 0 ? "" : count}</span>
        </TileFace>
      </button>
      {fixed_price && (
        <button
          type="button"
          className="tile-less"
          disabled={!canLess}
          aria-label={say.oneLess(name)}
          onClick={() => change((before) => press(before, button, -1))}
        >
          <Minus className="icon" aria-hidden />
        </button>
      )}
    </li>
  )
}
