import { type KeyboardEvent, useRef } from "react"
import "../../kit/tileColours/tileColours.css"
import { useMessages } from "../messages.ts"
import { type Basket, countOf, type SaleButton } from "./Basket.ts"
import type { Tab } from "./Tabs.ts"

/** Pieces of a tab that are in the basket, also those that are taken back. */
const pressedIn = (basket: Basket, { buttons }: Tab<SaleButton>) =>
  buttons.reduce((sum, { id }) => sum + Math.abs(countOf(basket, id)), 0)

/** The place that a key leads to in a list of `count` tabs. */
const placeFor = (key: string, at: number, count: number): number | undefined => {
  if (key === "ArrowRight") return (at + 1) % count
  if (key === "ArrowLeft") return (at + count - 1) % count
  if (key === "Home") return 0
  return key === "End" ? count - 1 : undefined
}

/** The categories of the buttons as tabs, each with how much of it is in the basket. The arrow keys lead from one to the next. */
export const CategoryTabs = ({ basket, chosen, onChoose, panel, tabs }: {
  readonly tabs: ReadonlyArray<Tab<SaleButton>>
  /** The place of the tab that is shown; -1 while a search shows buttons of all. */
  readonly chosen: number
  readonly basket: Basket
  /** The id of what the tabs show. */
  readonly panel: string
  readonly onChoose: (at: number) => void
}) => {
  const say = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = placeFor(event.key, at, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
    onChoose(next)
  }
  return (
    <div ref={list} className="category-tabs" role="tablist" aria-label={say.categories}>
      {tabs.map((tab, at) => {
        const { category } = tab
        const name = category?.name ?? say.withoutCategory
        const count = pressedIn(basket, tab)
        return (
          <button
            key={category?.id ?? "none"}
            type="button"
            role="tab"
            id={`${panel}-${at}`}
            className="category-tab"
            data-tile-colour={category?.colour}
            aria-selected={at === chosen}
            aria-controls={panel}
            title={count === 0 ? undefined : say.categoryWith(name, count)}
            tabIndex={at === Math.max(chosen, 0) ? 0 : -1}
            onClick={() => onChoose(at)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {name} {count > 0 && <span className="tile-count">{count}</span>}
          </button>
        )
      })}
    </div>
  )
}
