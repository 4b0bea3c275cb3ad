import * as Money from "@wristbank/core/base/Money"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { type ShopOrder, type ShopPosition, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { DateTime, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"

export const products = { tickets: new Set([101n]), credit: new Set([201n]), subevents: new Set<bigint>() }

export const euro = (amount: number) => Money.Cents.make(BigInt(Math.round(amount * 100)))

/** A ticket with credit (major units), as positions of an order. */
export const withCredit = (
  credit: number,
  given: Partial<ShopPosition> = {}
): readonly [ShopPosition, ShopPosition] => {
  const id = given.id ?? randomUUID()
  const common = {
    isCancelled: false,
    subevent: null,
    isBlocked: false,
    checkedInAt: null,
    variation: null,
    validFrom: null,
    validUntil: null,
    name: "Ada",
    email: null
  }
  return [
    { ...common, id, product: 101n, secret: `secret ${randomUUID()}`, price: euro(45), addonTo: null, ...given },
    { ...common, id: `credit ${id}`, product: 201n, secret: randomUUID(), price: euro(credit), addonTo: id }
  ]
}

let minute = 0

/** The next version of an order: later than all before. */
export const orderOf = (
  code: string,
  positions: ReadonlyArray<ShopPosition>,
  given: Partial<ShopOrder> = {}
): ShopOrder => ({
  shop: "https://shop.example stand-in festival",
  code,
  link: `https://shop.example/${code}`,
  status: "paid",
  isValidUnpaid: false,
  isTest: false,
  placedAt: DateTime.makeUnsafe("2026-05-01T12:00:00Z"),
  modifiedAt: DateTime.makeUnsafe(Date.UTC(2026, 5, 1) + ++minute * 60_000),
  name: null,
  email: "ada@example.org",
  outstanding: Money.zero,
  needsAttention: false,
  note: null,
  positions,
  ...given
})

/** Imports a version of an order into the event of the festival. */
export const imported = Effect.fnUntraced(function*(order: ShopOrder) {
  const { event } = yield* Festival
  const imports = yield* PresaleImports
  return yield* imports.accept(BigInt(event), Result.getOrThrow(ticketsOf(order, products)))
})

interface CaseSeen {
  readonly kind: string
  readonly amount: bigint
}

/** The cases of an order, with amounts in cents. */
export const casesOf = (code: string) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<CaseSeen>`select kind, amount from presale_case where order_code = ${code} order by id`
    ),
    (rows) => rows.map(({ amount, kind }) => [kind, Number(amount)])
  )

interface TicketSeen {
  readonly id: bigint
  readonly account: bigint
  readonly state: string
  readonly token: string
  readonly credit: bigint
}

/** The tickets of an order by id. */
export const ticketsIn = (code: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql<TicketSeen>`select id, customer_account_id as account, state, token, credit from ticket_voucher
      where external_reference = ${code} order by id`
  )
