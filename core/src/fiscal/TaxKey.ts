import { keyOf, type TaxType } from "../base/TaxType.ts"

/** A rate in ten-thousandths with its type; null if it has no tax type. */
export interface TypedRate {
  readonly taxType: TaxType | null
  readonly rate: number
}

/** The types of percentages that rates had, by `rateKey`. */
export type TaxTypes = ReadonlyMap<string, TaxType | null>

/** Names a percentage of a rate: a rate may have had several, each with a type of its own. */
export const rateKey = (id: bigint, rate: number): string => `${id} ${rate}`

/** The rate that has the official key of its type. */
export type UsualRates = ReadonlyMap<TaxType | null, number>

/** The key for tax that can't be determined. */
const undetermined = 7

/**
 * Individual keys are the official key times this, plus the rate. DSFinV-K leaves keys from 1000 on to the business.
 */
const ownKeys = 10_000

/** The rates with official keys: the first of each type. */
export const usualRates = (rates: ReadonlyArray<TypedRate>): UsualRates =>
  new Map(rates.toReversed().map(({ rate, taxType }) => [taxType, rate]))

/**
 * The key of a rate (UST_SCHLUESSEL). A closing allows one percentage per key, but may contain lines with several: a
 * cancellation has the rate of its sale, even if it changed since. Any rate but the usual one therefore gets an
 * individual key.
 */
export const taxKeyOf = ({ rate, taxType }: TypedRate, usual: UsualRates): number => {
  const official = taxType === null ? undetermined : keyOf[taxType]
  return (usual.get(taxType) ?? rate) === rate ? official : official * ownKeys + rate
}

/** The slot of a key's amounts in process data, from 1; the fifth slot has all untaxed amounts. */
export const slotOfKey = (key: number): number => Math.min(key < ownKeys ? key : Math.floor(key / ownKeys), 5)
