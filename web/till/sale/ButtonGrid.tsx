import { Ellipsis, Minus } from "lucide-react"
import { useState } from "react"
import { zero } from "../../kit/Amount.ts"
import { Money } from "../../kit/Money.tsx"
import { TileFace } from "../../kit/Tile.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { useSoldOut } from "./Availability.ts"
import { countOf, press, pressPriced, type SaleButton } from "./Basket.ts"
import { PriceDialog } from "./PriceDialog.tsx"
import { change, useSaleView } from "./SaleState.ts"
import { SoldOutDialog } from "./SoldOutDialog.tsx"

/** The till's buttons in the order of its layout. */
export const ButtonGrid = () => {
  const { basket, buttons } = useSaleView()
  const mayMark = useSession().config.till?.allow_sold_out === true
  const isSoldOut = useSoldOut()
  const [priced, setPriced] = useState<SaleButton>()
  const [marked, setMarked] = useState<SaleButton>()
  const pressed = (button: SaleButton) =>
    isSoldOut(button)
      ? setMarked(button)
      : button.fixed_price
      ? change((before) => press(before, button))
      : setPriced(button)
  return (
    <>
      <ul className="button-grid">
        {buttons.map((button) => (
          <Tile
            key={button.id}
            button={button}
            count={countOf(basket, button.id)}
            isSoldOut={isSoldOut(button)}
            onPress={() => pressed(button)}
            onMore={mayMark && button.products.length > 0 ? () => setMarked(button) : undefined}
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
      {marked !== undefined && <SoldOutDialog button={marked} onClose={() => setMarked(undefined)} />}
    </>
  )
}

const Tile = ({ button, count, isSoldOut, onMore, onPress }: {
  readonly button: SaleButton
  readonly count: number
  readonly isSoldOut: boolean
  readonly onPress: () => void
  /** Absent where nothing can be marked. */
  readonly onMore: (() => void) | undefined
}) => {
  const say = useMessages()
  const { fixed_price, is_returnable, name, price } = button
  const canLess = count > 0 || is_returnable
  const face = isSoldOut ? say.soldOut : fixed_price ? <Money amount={price ?? zero} /> : say.freePrice
  return (
    <li
      className="tile"
      data-count={count === 0 ? undefined : count}
      data-sold-out={isSoldOut ? "" : undefined}
      // A long press on a touch screen.
      onContextMenu={(event) => {
        if (onMore === undefined) return
        event.preventDefault()
        onMore()
      }}
    >
      <button type="button" className="tile-press" onClick={onPress}>
        <TileFace name={name} price={face}>
          <span className="tile-count" aria-hidden={count === 0}>{count === 0 ? "" : count}</span>
        </TileFace>
      </button>
      {(fixed_price || onMore !== undefined) && (
        <div className="tile-side">
          {onMore !== undefined && (
            <button type="button" className="tile-more" aria-label={say.availabilityOf(name)} onClick={onMore}>
              <Ellipsis className="icon" aria-hidden />
            </button>
          )}
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
        </div>
      )}
    </li>
  )
}
