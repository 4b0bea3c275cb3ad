import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TaxType } from "../base/TaxType.ts"
import { Name, Text } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"

/** 100 % in the unit of rates. */
export const wholeRate = 10_000

const isRate = (u: unknown): u is number => Number.isInteger(u) && (u as number) >= 0 && (u as number) < wholeRate

/** A tax rate in ten-thousandths: 1900 is 19 %. Its JSON form is a fraction with at most four decimals: 0.19. */
export const Rate = Schema.declare(isRate, {
  identifier: "Rate",
  expected: "a rate from 0 to below 1 with at most four decimals",
  toCodecJson: () =>
    Schema.link<number>()(
      Schema.Any.annotate({ format: "decimal" }),
      SchemaTransformation.transformEffect({
        decode: (input: unknown) => {
          // Adding 0 turns -0 into 0.
          const rate = typeof input === "number" ? Math.round(input * wholeRate) + 0 : Number.NaN
          return isRate(rate) && rate / wholeRate === input
            ? Effect.succeed(rate)
            : Effect.fail(
              new SchemaIssue.InvalidValue({ message: "Expected a rate from 0 to below 1 with at most four decimals" })
            )
        },
        encode: (rate): Effect.Effect<unknown> => Effect.succeed(rate / wholeRate)
      })
    ),
  toCodecArbitrary: () =>
    Schema.link<number>()(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: wholeRate - 1 })),
      SchemaTransformation.transform({ decode: (n: number) => n, encode: (n: number) => n })
    )
})

/** What the office enters for a tax rate. */
export class NewTaxRate extends Schema.Class<NewTaxRate>("NewTaxRate")({
  /** The name, as receipts show it: 1 to 255 characters. Unique among tax rates at the node, above it and below it. */
  name: Name,
  /** The rate as a fraction, from 0 to below 1 with at most four decimals: 0.19 is 19 %. */
  rate: Rate,
  description: Text,
  /**
   * What the rate is for the tax office; null or absent if it is to follow from name and rate, where possible. Only German
   * tills need it. `avg_24_1_3` and `avg_24_1_1` are the average rates of farms (§ 24 (1) UStG), `transparent` is money
   * collected for someone else.
   */
  tax_type: orNull(TaxType)
}) {}

/** A tax rate of products and tickets, by the name that receipts show. */
export class TaxRate extends Schema.Class<TaxRate>("TaxRate")({
  ...NewTaxRate.fields,
  /** What the rate is for the tax office; null if it was not given and does not follow from name and rate. */
  tax_type: nullOr(TaxType),
  id: Id,
  node_id: Id,
  /** Whether it is the rate `none`, with which the system books cash movements and payouts; that one never changes. */
  is_system: Schema.Boolean
}) {}

/** The stored data of a rate. */
export type Draft = Pick<NewTaxRate, "name" | "rate" | "description" | "tax_type">

/** Names of rates that mean the same type whatever their percentage. */
const typeByName: { readonly [name: string]: TaxType | undefined } = {
  ust: "regular_vat",
  eust: "reduced_vat",
  none: "no_tax",
  transparent: "transparent"
}

/** By the rate in ten-thousandths (§ 12 and § 24 UStG). */
export const typeByRate: { readonly [rate: number]: TaxType | undefined } = {
  1900: "regular_vat",
  700: "reduced_vat",
  1070: "avg_24_1_3",
  550: "avg_24_1_1",
  0: "no_tax"
}

const untaxed: ReadonlyArray<TaxType> = ["no_tax", "exempt", "transparent"]

/**
 * Determines the type of a rate: the given one; otherwise the present one if name and rate stay; otherwise the one that
 * follows from name or rate.
 */
const typeOf = (input: NewTaxRate, current: TaxRate | undefined): TaxType | null => {
  if (input.tax_type !== null) return input.tax_type
  const own = current?.tax_type ?? null
  if (own !== null && input.name === current?.name && input.rate === current.rate) return own
  return (Object.hasOwn(typeByName, input.name) ? typeByName[input.name] : typeByRate[input.rate]) ?? own
}

/** Whether the type of a rate would change, in which case it must be known whether the rate was used for a sale. */
export const changesType = (input: NewTaxRate, current: TaxRate | undefined): boolean =>
  current !== undefined && current.tax_type !== null && typeOf(input, current) !== current.tax_type

/**
 * Decides in which form a new or changed tax rate is stored; existing line items keep the old rate. The type can't
 * change once the rate was used for a sale (`sold`), because that is in the books for the tax office.
 */
export const decide = (
  input: NewTaxRate,
  known: { readonly current?: TaxRate | undefined; readonly nameTaken: boolean; readonly sold: boolean }
): Result.Result<Draft, InvalidArgument> => {
  const { current, nameTaken, sold } = known
  if (current?.is_system) return refuse(catalogueRules.tax_rate_of_system, { rate: current.name })
  if (nameTaken) return refuse(catalogueRules.tax_rate_name_taken, { name: input.name })
  const stays = sold && changesType(input, current)
  if (stays && input.tax_type !== null) {
    return refuse(catalogueRules.tax_type_fixed, { rate: String(current?.name) })
  }
  const type = stays ? current?.tax_type ?? null : typeOf(input, current)
  return type !== null && input.rate > 0 && untaxed.includes(type)
    ? refuse(catalogueRules.tax_type_untaxed, { type })
    : Result.succeed({ name: input.name, rate: input.rate, description: input.description, tax_type: type })
}

/** Decides whether a tax rate can be deleted: no product or line item may use it. */
export const decideDeletion = (current: TaxRate, used: boolean): Result.Result<TaxRate, InvalidArgument> => {
  if (current.is_system) return refuse(catalogueRules.tax_rate_of_system, { rate: current.name })
  if (used) return refuse(catalogueRules.tax_rate_used, { rate: current.name })
  return Result.succeed(current)
}

/** The tax included in a gross amount, in cents. Halves are rounded away from zero, also for returned goods. */
export const contained = (gross: Money.Cents, rate: number): Money.Cents =>
  Money.proportion(gross, BigInt(rate), BigInt(wholeRate + rate))
