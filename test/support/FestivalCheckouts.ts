import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, type Guest } from "./Festival.ts"
import { cardKeys } from "./FestivalCards.ts"
import { provider } from "./FestivalPayments.ts"
import { FestivalPortal } from "./FestivalPortal.ts"
import { type Call, done } from "./FestivalServer.ts"

const keys = cardKeys()

/** The festival's settings for card payments on the web and at terminals. */
export const onTheWeb = { sumup_topup_enabled: true, sumup_payment_enabled: true, ...keys }

/** A festival whose guests may top up in the portal. */
export const withCheckouts = Layer.provideMerge(
  Layer.effectDiscard(FestivalPortal.use(({ configure }) => configure(onTheWeb))),
  FestivalPortal.layer
)

/** A guest at the portal. */
export interface Payer {
  readonly guest: Guest
  readonly call: Call
}

/** A guest with a balance (major units) who is signed in at the portal. */
export const payer = Effect.fnUntraced(function*(balance = 0) {
  const { guest } = yield* Festival
  const { signIn } = yield* FestivalPortal
  const made = yield* guest({ balance })
  return { guest: made, call: yield* signIn(made) } satisfies Payer
})

/** Requests a checkout; the amount is in major units. */
export const create = ({ call }: Pick<Payer, "call">, amount: unknown) =>
  call("POST", "/sumup/create-checkout", { amount })

/** A checkout: its id at the provider and the order's uuid. */
export const begun = Effect.fnUntraced(function*(by: Pick<Payer, "call">, amount: number) {
  const { body } = done(yield* create(by, amount))
  return { id: String(body.checkout_id), uuid: String(body.order_uuid) }
})

/** The status that the guest sees of an order. */
export const checked = ({ call }: Pick<Payer, "call">, uuid: string) =>
  Effect.map(call("POST", "/sumup/check-checkout", { order_uuid: uuid }), (answer) => done(answer).body.status)

/** Lets the guest cancel an order. */
export const cancel = ({ call }: Payer, uuid: string) => call("POST", "/sumup/cancel-checkout", { order_uuid: uuid })

/** The shop of the fake provider, without any faults. */
export const shop = Effect.map(provider, (book) => book.shop)

/** Lets the guest pay at the provider; returns whether that was possible. */
export const pays = Effect.fnUntraced(function*(uuid: string, how: Parameters<Shop["pay"]>[1] = {}) {
  return (yield* shop).pay(uuid, how, yield* DateTime.now) !== undefined
})

type Shop = Effect.Success<typeof shop>

/** The row of an order. */
interface OrderRow {
  readonly id: bigint
  readonly order_type: string
  readonly payment_method: string
  readonly z_nr: number
  /** In milliseconds since 1970. */
  readonly booked_at: number
  readonly till_id: bigint
  readonly cashier_id: bigint | null
}

/** The order of a top-up on the web, once it is booked. */
export const orderOf = Effect.fnUntraced(function*(uuid: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<OrderRow>`
    select id, order_type, payment_method, z_nr, (extract(epoch from booked_at) * 1000)::float8 as booked_at, till_id,
      cashier_id
    from ordr where uuid = ${uuid}::uuid`
  assert.isAtMost(rows.length, 1)
  return rows[0]
})
