import type { ShopOrder } from "@wristbank/core/presale/ShopOrder"
import fc from "fast-check"

/** Something that happens to an order in the shop; indices are taken modulo what there is. */
type OrderEvent =
  & { readonly order: number }
  & (
    | { readonly type: "status"; readonly status: ShopOrder["status"] }
    /** Whether its tickets may be used before it is paid becomes the opposite. */
    | { readonly type: "validUnpaid" }
    /** Credit is bought that belongs to no ticket. */
    | { readonly type: "loneCredit"; readonly cents: number }
    /** Money is paid back; a negative amount takes that back. */
    | { readonly type: "refund"; readonly cents: number }
  )

type TicketEvent =
  & { readonly ticket: number }
  & (
    | { readonly type: "cancelTicket" | "blockTicket" | "newSecret" | "noTicket" | "split" }
    /** It and another ticket of its order get each other's code. */
    | { readonly type: "exchange"; readonly other: number }
    /** It moves to the other date of the series, with or without its credit. */
    | { readonly type: "date"; readonly withCredit: boolean }
    | { readonly type: "credit"; readonly cents: number }
  )

type CreditEvent =
  & { readonly credit: number }
  & ({ readonly type: "lowerCredit"; readonly cents: number } | { readonly type: "cancelCredit" })

interface Placing {
  readonly type: "place"
  readonly credits: ReadonlyArray<number>
  readonly isTest: boolean
}

export type ShopEvent = Placing | OrderEvent | TicketEvent | CreditEvent

const index = fc.nat({ max: 20 })
const cents = fc.nat({ max: 5000 })
/** Now and then more than a guest may have. */
const credit = fc.oneof({ weight: 9, arbitrary: cents }, { weight: 1, arbitrary: fc.constant(20_000) })

const type = <Type extends ShopEvent["type"]>(...types: ReadonlyArray<Type>) => fc.constantFrom(...types)

export const shopEvent: fc.Arbitrary<ShopEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: type("place"),
      credits: fc.array(credit, { minLength: 1, maxLength: 3 }),
      isTest: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: type("status"),
      order: index,
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constant("paid" as const) },
        fc.constantFrom("pending", "expired", "cancelled")
      )
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: type("cancelTicket", "blockTicket", "newSecret", "noTicket", "split"),
      ticket: index
    })
  },
  { weight: 2, arbitrary: fc.record({ type: type("credit"), ticket: index, cents: credit }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: type("refund"), order: index, cents: fc.integer({ min: -5000, max: 5000 }) })
  },
  fc.record({ type: type("validUnpaid"), order: index }),
  fc.record({ type: type("loneCredit"), order: index, cents: credit }),
  fc.record({ type: type("exchange"), ticket: index, other: index }),
  fc.record({ type: type("date"), ticket: index, withCredit: fc.boolean() }),
  fc.record({ type: type("lowerCredit"), credit: index, cents }),
  fc.record({ type: type("cancelCredit"), credit: index })
)
