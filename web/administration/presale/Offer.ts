import type { OfficeAnswer } from "../calls.ts"
import type { Thing } from "../form/Field.ts"

/** The products and check-in lists of a ticket shop. */
export interface Offer {
  readonly products: OfficeAnswer<"POST /tree/events/:node_id/fetch-pretix-products">
  readonly lists: OfficeAnswer<"POST /tree/events/:node_id/fetch-pretix-check-in-lists">
}

/** A name that the shop has by language: in the reader's, else in English, else in any. */
export const nameIn = (names: Readonly<Record<string, string>>, language: string): string =>
  names[language] ?? names["en"] ?? Object.values(names)[0] ?? ""

/**
 * What can be chosen: everything that the shop offers, and what was chosen before although the shop does not offer it (any more),
 * so that saving the form does not change it. `offered` is undefined while the shop was not asked.
 */
export const choosable = (
  offered: ReadonlyArray<Thing> | undefined,
  chosen: ReadonlyArray<number>,
  nameOf: (id: number) => string
): ReadonlyArray<Thing> => {
  const known = new Set(offered?.map(({ id }) => id))
  const others = [...new Set(chosen)].filter((id) => !known.has(id))
  return [...offered ?? [], ...others.map((id) => ({ id, name: nameOf(id) }))]
}
