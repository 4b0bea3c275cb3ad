import { folded } from "../../kit/Folded.ts"
import type { SaleButton } from "./Basket.ts"

/** From this many buttons on a till has a search. */
export const fewestToSearch = 12

/**
 * The buttons that have each word of the search somewhere in their name, short name or category, in their order; all for an empty one.
 */
export const found = <B extends Pick<SaleButton, "name" | "short_name">>(
  buttons: ReadonlyArray<B>,
  search: string,
  categoryOf: (button: B) => string = () => ""
): ReadonlyArray<B> => {
  const words = folded(search).split(/\s+/)
  return buttons.filter((button) => {
    const said = folded(`${button.name} ${button.short_name ?? ""} ${categoryOf(button)}`)
    return words.every((word) => said.includes(word))
  })
}
