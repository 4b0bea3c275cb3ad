import { keyOf, type TaxType } from "../primitives/TaxType.ts"

/** A rate in ten-thousandths with its type; null: nobody said what it is to the tax office. */
export interface TypedRate {
  readonly taxType: TaxType | null
  readonly rate: number
}

/** The rate of each type that has its official key. */
export type UsualRates = ReadonlyMap<TaxType | null, number>

/** For tax that can't be determined. */
const undetermined = 7

/** Own keys are above: the official one times this, plus the rate. DSFinV-K leaves all from 1000 on to the business. */
const ownKeys = 10_000

/** The rates that have the official keys: of several of a type the first. */
export const usualRates = (rates: ReadonlyArray<TypedRate>): UsualRates =>
  new Map(rates.toReversed().map(({ rate, taxType }) => [taxType, rate]))

/**
 * The key of a rate (UST_SCHLUESSEL). A closing names one percentage per key, and has lines of several when a rate was
 * changed since, as a cancellation has the rate of its sale: any but the usual one has a key of its own.
 */
export const taxKeyOf = ({ rate, taxType }: TypedRate, usual: UsualRates): number => {
  const official = taxType === null ? undetermined : keyOf[taxType]
  return (usual.get(taxType) ?? rate) === rate ? official : official * ownKeys + rate
}

/** The slot of a key's amounts in process data, from 1; the fifth slot has all that is not taxed. */
export const slotOfKey = (key: number): number => Math.min(key < ownKeys ? key : Math.floor(key / ownKeys), 5)
