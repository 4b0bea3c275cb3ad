import { folded } from "../../kit/Folded.ts"
import type { SaleButton } from "./Basket.ts"

/** From this many buttons on a till has a search. */
export const fewestToSearch = 12

/** The buttons whose names have each word of the search somewhere, in their order; all for an empty one. */
export const found = <B extends Pick<SaleButton, "name">>(
  buttons: ReadonlyArray<B>,
  search: string
): ReadonlyArray<B> => {
  const words = folded(search).split(/\s+/)
  return buttons.filter(({ name }) => words.every((word) => folded(name).includes(word)))
}
