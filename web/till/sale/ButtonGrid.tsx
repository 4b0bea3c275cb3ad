import { Clock, Ellipsis, Minus, Search } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { zero } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { tileAttributes, TileFace } from "../../kit/Tile.tsx"
import { useMessages } from "../messages.ts"
import { type TillConfig, useSession } from "../Session.ts"
import { useSoldOut } from "./Availability.ts"
import { countOf, press, pressPriced, type SaleButton } from "./Basket.ts"
import { CategoryTabs } from "./CategoryTabs.tsx"
import { PriceDialog } from "./PriceDialog.tsx"
import type { ButtonNow } from "./PricesNow.ts"
import { pressed, useSaleView } from "./SaleState.ts"
import { fewestToSearch, found } from "./Search.ts"
import { SoldOutDialog } from "./SoldOutDialog.tsx"
import { tabsOf } from "./Tabs.ts"
import { TilePicture } from "./TilePicture.tsx"

/** The till's buttons in the order of its layout, many of them by category. */
export const ButtonGrid = () => {
  const say = useMessages()
  const { basket } = useSaleView()
  const { buttons, choose, open, search, setSearch, shown, tabs } = useShown()
  const isSoldOut = useSoldOut()
  const [priced, setPriced] = useState<SaleButton>()
  const [marked, setMarked] = useState<SaleButton>()
  const panel = useId()
  const onPress = (button: SaleButton) =>
    isSoldOut(button)
      ? setMarked(button)
      : button.fixed_price
      ? pressed((before) => press(before, button))
      : setPriced(button)
  const tiles = <Tiles buttons={shown} onPress={onPress} onMore={setMarked} />
  return (
    <div className="sale-buttons">
      {buttons.length >= fewestToSearch && (
        <ButtonSearch
          value={search}
          onChange={setSearch}
          onEnter={() => shown.length === 1 && shown.forEach(onPress)}
        />
      )}
      {tabs.length > 0 && <CategoryTabs tabs={tabs} chosen={open} basket={basket} panel={panel} onChoose={choose} />}
      {shown.length === 0 && <p className="muted" role="status">{say.searchNothing(search)}</p>}
      {tabs.length === 0 ?
        tiles :
        <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${Math.max(open, 0)}`}>{tiles}</div>}
      {priced !== undefined && (
        <PriceDialog
          title={priced.name}
          onClose={() => setPriced(undefined)}
          onPrice={(price) => {
            pressed((before) => pressPriced(before, priced, price))
            setPriced(undefined)
          }}
        />
      )}
      {marked !== undefined && <SoldOutDialog button={marked} onClose={() => setMarked(undefined)} />}
    </div>
  )
}

type Category = TillConfig["categories"][number]

/** The category of a button; undefined for none. */
const useCategoryOf = (): (button: SaleButton) => Category | undefined => {
  const { till } = useSession().config
  return ({ category_id }) => till?.categories?.find(({ id }) => id === category_id)
}

/** The buttons that are on screen: those that a search finds in all categories, or those of the tab that is open. */
const useShown = () => {
  const { basket, buttons } = useSaleView()
  const { till } = useSession().config
  const categoryOf = useCategoryOf()
  const [search, setSearch] = useState("")
  // Null is the tab of what is in no category.
  const [wanted, setWanted] = useState<number | null>()
  const hasBasket = basket.presses.length > 0
  const [hadBasket, setHadBasket] = useState(hasBasket)
  if (hadBasket !== hasBasket) {
    setHadBasket(hasBasket)
    // The next guest wants something else.
    if (!hasBasket) setSearch("")
  }
  const tabs = tabsOf(till, buttons)
  const isSearched = search.trim() !== ""
  const open = isSearched ? -1 : Math.max(0, tabs.findIndex(({ category }) => (category?.id ?? null) === wanted))
  const shown = isSearched
    ? found(buttons, search, (button) => categoryOf(button)?.name ?? "")
    : tabs[open]?.buttons ?? buttons
  const choose = (at: number) => {
    setSearch("")
    setWanted(tabs[at]?.category?.id ?? null)
  }
  return { buttons, choose, open, search, setSearch, shown, tabs }
}

const Tiles = ({ buttons, onMore, onPress }: {
  readonly buttons: ReadonlyArray<ButtonNow>
  readonly onPress: (button: SaleButton) => void
  readonly onMore: (button: SaleButton) => void
}) => {
  const { basket } = useSaleView()
  const mayMark = useSession().config.till?.allow_sold_out === true
  const categoryOf = useCategoryOf()
  const isSoldOut = useSoldOut()
  return (
    <ul className="button-grid">
      {buttons.map((button) => (
        <Tile
          key={button.id}
          button={button}
          category={categoryOf(button)}
          count={countOf(basket, button.id)}
          isSoldOut={isSoldOut(button)}
          onPress={() => onPress(button)}
          onMore={mayMark && button.products.length > 0 ? () => onMore(button) : undefined}
        />
      ))}
    </ul>
  )
}

/** Finds buttons by what they say. A slash leads to it from anywhere on the screen. */
const ButtonSearch = ({ onChange, onEnter, value }: {
  readonly value: string
  readonly onChange: (search: string) => void
  readonly onEnter: () => void
}) => {
  const say = useMessages()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || document.querySelector("dialog[open]") !== null
      if (event.key !== "/" || isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <label className="button-search">
      <Search className="icon" aria-hidden />
      <input
        ref={field}
        type="search"
        enterKeyHint="done"
        autoComplete="off"
        aria-label={say.searchButtons}
        placeholder={say.searchButtons}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("")
          if (event.key !== "Enter") return
          onEnter()
          // One more with Enter, or another search.
          event.currentTarget.select()
        }}
      />
    </label>
  )
}

/** What a press costs, and until when if a price list says so. */
const Price = ({ of: { price, until } }: { readonly of: ButtonNow }) => {
  const say = useMessages()
  const { time } = useFormats()
  return (
    <>
      <Money amount={price ?? zero} large />
      {until !== undefined && (
        <span className="tile-until">
          <Clock className="icon" aria-hidden /> {say.priceUntil(time(until))}
        </span>
      )}
    </>
  )
}

const Tile = ({ button, category, count, isSoldOut, onMore, onPress }: {
  readonly button: ButtonNow
  readonly category: Category | undefined
  readonly count: number
  readonly isSoldOut: boolean
  readonly onPress: () => void
  /** Absent where nothing can be marked. */
  readonly onMore: (() => void) | undefined
}) => {
  const say = useMessages()
  // A configuration that was kept by an earlier version of this application has neither.
  const { fixed_price, is_returnable, name, picture_hash = null, short_name = null } = button
  const canLess = count > 0 || is_returnable
  const face = isSoldOut ? say.soldOut : fixed_price ? <Price of={button} /> : say.freePrice
  return (
    <li
      className="tile"
      {...tileAttributes({ ...button, colour: button.colour ?? category?.colour ?? null })}
      data-count={count === 0 ? undefined : count}
      data-sold-out={isSoldOut ? "" : undefined}
      // A long press on a touch screen.
      onContextMenu={(event) => {
        if (onMore === undefined) return
        event.preventDefault()
        onMore()
      }}
    >
      <button type="button" className="tile-press" title={category?.name} onClick={onPress}>
        <TileFace
          name={name}
          shortName={short_name}
          picture={picture_hash !== null && <TilePicture hash={picture_hash} />}
          price={face}
        >
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
              onClick={() => pressed((before) => press(before, button, -1))}
            >
              <Minus className="icon" aria-hidden />
            </button>
          )}
        </div>
      )}
    </li>
  )
}
