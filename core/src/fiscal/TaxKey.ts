import type { DateTime } from "effect"
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

/** What a rate was from one moment until its next version began. */
interface RateVersion extends TypedRate {
  readonly id: bigint
  readonly validFrom: DateTime.Utc
}

/**
 * The rates as they were at a moment, each with the rest that is known of it now. One of which no version had begun is as its first
 * says, and one without versions as it is.
 */
export const ratesAt = <Rate extends TypedRate & { readonly id: bigint }>(
  rates: ReadonlyArray<Rate>,
  versions: ReadonlyArray<RateVersion>,
  at: DateTime.Utc
): ReadonlyArray<Rate> => {
  const then = new Map<bigint, RateVersion>()
  for (const version of versions) {
    const hasBegun = version.validFrom.epochMilliseconds <= at.epochMilliseconds
    if (hasBegun || !then.has(version.id)) then.set(version.id, version)
  }
  return rates.map((one) => {
    const { rate, taxType } = then.get(one.id) ?? one
    return { ...one, rate, taxType }
  })
}

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
export const taxKeyOf = (one: TypedRate, usual: UsualRates): number => {
  const [official, own] = keysOf(one)
  return (usual.get(one.taxType) ?? one.rate) === one.rate ? official : own
}

/** The official and the individual key that a rate can have. */
export const keysOf = ({ rate, taxType }: TypedRate): readonly [official: number, own: number] => {
  const official = taxType === null ? undetermined : keyOf[taxType]
  return [official, official * ownKeys + rate]
}

/** The slot of a key's amounts in process data, from 1; the fifth slot has all untaxed amounts. */
export const slotOfKey = (key: number): number => Math.min(key < ownKeys ? key : Math.floor(key / ownKeys), 5)
