import { type Amount, parse } from "../../kit/Amount.ts"
import type { Draft, Field } from "../form/Field.ts"

/** Another price of a product, as a call has it. */
export interface NewPrice {
  readonly product_id: number
  readonly price: Amount
}

/** What is typed for products, by their ids; a price that stays is not there. */
export type TypedPrices = ReadonlyMap<number, string>

export const typedPrices = (draft: Draft): TypedPrices =>
  new Map(
    (typeof draft === "object" ? draft : []).map((row) => {
      const [id = "", text = ""] = row.split(/:(.*)/s)
      return [Number(id), text]
    })
  )

/** The draft with what is typed for one product. */
export const withTyped = (draft: Draft, id: number, text: string): Draft =>
  Array.from(new Map(typedPrices(draft)).set(id, text)).flatMap(([one, typed]) =>
    typed.trim() === "" ? [] : [`${one}:${typed}`]
  )

/** Prices of some of many products; what is left empty stays. */
export const newPrices = (
  about: { readonly label: string; readonly hint: string }
): Field<ReadonlyArray<NewPrice>> => ({
  ...about,
  look: { kind: "choices", options: [] },
  draftOf: (prices) => prices.map(({ price, product_id }) => `${product_id}:${price}`),
  read: (draft) => {
    const prices = Array.from(typedPrices(draft), ([product_id, text]) => ({ product_id, price: parse(text) }))
    return prices.every((one): one is NewPrice => one.price !== undefined)
      ? { ok: true, value: prices }
      : { ok: false, mistake: "noAmount" }
  }
})
