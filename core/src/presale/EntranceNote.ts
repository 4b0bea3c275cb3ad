import type { DateTime } from "effect"

/** What the ticket shop wants the entrance to know of a ticket. */
export interface EntranceNote {
  /** Before and after which its own scanner refuses the ticket; null for no limit. */
  readonly validFrom: DateTime.Utc | null
  readonly validUntil: DateTime.Utc | null
  /** Whether the entrance should look more closely, such as for a card that proves a lower price. */
  readonly needsAttention: boolean
  /** What is to be checked; null if the shop says nothing. */
  readonly note: string | null
}

/** Of a ticket of which the shop says nothing. */
export const noEntranceNote: EntranceNote = { validFrom: null, validUntil: null, needsAttention: false, note: null }

export const isSameNote = (one: EntranceNote, other: EntranceNote): boolean =>
  one.validFrom?.epochMilliseconds === other.validFrom?.epochMilliseconds &&
  one.validUntil?.epochMilliseconds === other.validUntil?.epochMilliseconds &&
  one.needsAttention === other.needsAttention && one.note === other.note

/** Something that the shop says of a whole order, of a product or of a variation of one. */
export interface ShopNote {
  readonly needsAttention: boolean
  readonly note: string | null
}

/** A product or a variation as people at the entrance see it. */
export interface DescribedProduct extends ShopNote {
  readonly name: string | null
}

/** The products of a shop by number, and their variations by those of both. */
export type DescribedProducts = ReadonlyMap<string, DescribedProduct>

export const productKey = (product: bigint | number, variation: bigint | number | null = null): string =>
  variation === null ? String(product) : `${product} ${variation}`

/** The product of a ticket with its variation: their names, such as "Day ticket, Saturday", and what to check for either of them. */
export const describe = (
  { product, variation }: { readonly product: bigint; readonly variation: bigint | null },
  products: DescribedProducts
): DescribedProduct => {
  const parts = [
    products.get(productKey(product)),
    variation === null ? undefined : products.get(productKey(product, variation))
  ].flatMap((part) => part === undefined ? [] : [part])
  const names = parts.flatMap(({ name }) => name ?? [])
  return { ...together(parts), name: names.length === 0 ? null : names.join(", ").slice(0, 255) }
}

/** All of what is to be checked, each once. */
export const together = (notes: ReadonlyArray<ShopNote>): ShopNote => {
  const texts = [...new Set(notes.flatMap(({ note }) => note ?? []))]
  return {
    needsAttention: notes.some(({ needsAttention }) => needsAttention),
    note: texts.length === 0 ? null : texts.join(" · ").slice(0, 1000)
  }
}
