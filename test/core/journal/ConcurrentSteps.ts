import fc from "fast-check"
import type { Press } from "../../support/model/LedgerModel.ts"
import { pressed, type Step } from "./ConcurrentFestival.ts"

const method = fc.constantFrom("cash" as const, "sumup" as const)
const cents = fc.oneof(fc.integer({ min: -50, max: 8000 }), fc.constant(100))
const press: fc.Arbitrary<Press> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...pressed), fc.integer({ min: 1, max: 4 })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("deposit" as const, "cup" as const), fc.integer({ min: -5, max: 2 }))
  }
)
const presses = fc.array(press, { maxLength: 3 })
const vouchers: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: -1, max: 9 }))
const paid: fc.Arbitrary<number | null> = fc.option(cents)
const back = fc.nat({ max: 6 })

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })

/** Any step of one of several customers and tills. */
const anyStep = (customers: number, tillCount: number): fc.Arbitrary<Step> => {
  const guest = fc.nat({ max: customers - 1 })
  const till = fc.nat({ max: tillCount - 1 })
  return fc.oneof(
    weighted(
      8,
      fc.record({
        kind: fc.constant("sale"),
        guest,
        till,
        presses,
        vouchers
      })
    ),
    weighted(3, fc.record({ kind: fc.constant("cashSale"), method, till, presses })),
    weighted(6, fc.record({ kind: fc.constant("topUp"), guest, till, method, cents })),
    weighted(3, fc.record({ kind: fc.constant("payOut"), guest, till, cents: paid })),
    weighted(5, fc.record({ kind: fc.constant("cancel"), sale: back, till })),
    weighted(2, fc.record({ kind: fc.constant("grant"), guest, till, vouchers: fc.integer({ min: -1, max: 12 }) })),
    weighted(2, fc.record({ kind: fc.constant("repeat"), back })),
    weighted(1, fc.record({ kind: fc.constant("shift"), till }))
  )
}

/** Batches of eight concurrent steps. */
export const anyFestival = ({ batches, customers, tills }: {
  readonly batches: number
  readonly customers: number
  readonly tills: number
}) =>
  fc.array(fc.array(anyStep(customers, tills), { minLength: 8, maxLength: 8, size: "max" }), {
    minLength: batches,
    maxLength: batches,
    size: "max"
  })
