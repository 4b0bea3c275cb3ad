import { folded } from "../../kit/Folded.ts"
import type { SaleButton } from "./Basket.ts"

/** From this many buttons on a till has a search. */
export const fewestToSearch = 12

/** The buttons whose name and short name have each word of the search somewhere, in their order; all for an empty one. */
export const found = <B extends Pick<SaleButton, "name" | "short_name">>(
  buttons: ReadonlyArray<B>,
  search: string
): ReadonlyArray<B> => {
  const words = folded(search).split(/\s+/)
  return buttons.filter(({ name, short_name }) => {
    const said = folded(`${name} ${short_name ?? ""}`)
    return words.every((word) => said.includes(word))
  })
}
