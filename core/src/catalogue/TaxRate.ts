import { Effect, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { InvalidArgument } from "../organisation/Refusal.ts"
import { Name, Text } from "../organisation/Text.ts"

/** One whole, in the unit of rates: 10,000 is 100 %. */
const whole = 10_000

const isRate = (u: unknown): u is number => Number.isInteger(u) && (u as number) >= 0 && (u as number) < whole

/** A tax rate in ten-thousandths: 1900 is 19 %. Its JSON form is a fraction with at most four decimals: 0.19. */
export const Rate = Schema.declare(isRate, {
  identifier: "Rate",
  expected: "a rate from 0 to below 1 with at most four decimals",
  toCodecJson: () =>
    Schema.link<number>()(
      Schema.Any.annotate({ format: "decimal" }),
      SchemaTransformation.transformEffect({
        decode: (input: unknown) => {
          // Adding 0 makes -0 a plain 0.
          const rate = typeof input === "number" ? Math.round(input * whole) + 0 : Number.NaN
          return isRate(rate) && rate / whole === input
            ? Effect.succeed(rate)
            : Effect.fail(
              new SchemaIssue.InvalidValue({ message: "Expected a rate from 0 to below 1 with at most four decimals" })
            )
        },
        encode: (rate): Effect.Effect<unknown> => Effect.succeed(rate / whole)
      })
    ),
  toCodecArbitrary: () =>
    Schema.link<number>()(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: whole - 1 })),
      SchemaTransformation.transform({ decode: (n: number) => n, encode: (n: number) => n })
    )
})

export class NewTaxRate extends Schema.Class<NewTaxRate>("NewTaxRate")({
  name: Name,
  rate: Rate,
  description: Text
}) {}

export class TaxRate extends Schema.Class<TaxRate>("TaxRate")({
  ...NewTaxRate.fields,
  id: Id,
  node_id: Id,
  /** The rate "none" that transfers of cash and payouts are booked with; it never changes. */
  is_system: Schema.Boolean
}) {}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))

/** Decides what a new tax rate is stored as, or an existing one from now on; lines booked before keep their rate. */
export const decide = (
  input: NewTaxRate,
  known: { readonly current?: TaxRate | undefined; readonly nameTaken: boolean }
): Result.Result<NewTaxRate, InvalidArgument> => {
  if (known.current?.is_system) {
    return refuse(`The tax rate ${known.current.name} belongs to the system and never changes`)
  }
  if (known.nameTaken) return refuse(`There is already a tax rate ${input.name}`)
  return Result.succeed(input)
}

/** Decides whether a tax rate can go: nothing may be sold, or have been sold, with it. */
export const decideDeletion = (current: TaxRate, used: boolean): Result.Result<TaxRate, InvalidArgument> => {
  if (current.is_system) return refuse(`The tax rate ${current.name} belongs to the system and never changes`)
  if (used) return refuse(`The tax rate ${current.name} is in use`)
  return Result.succeed(current)
}

/** The tax contained in a gross amount, in cents, halves rounded away from zero, also for returned goods. */
export const contained = (gross: Money.Cents, rate: number): Money.Cents =>
  Money.proportion(gross, BigInt(rate), BigInt(whole + rate))
