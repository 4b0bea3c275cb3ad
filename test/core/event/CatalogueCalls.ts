import { assert } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { NewProduct } from "@wristbank/core/event/Product"
import { NewTaxRate } from "@wristbank/core/event/TaxRate"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { NewTicket } from "@wristbank/core/event/Ticket"
import { NewTillButton } from "@wristbank/core/event/TillButton"
import { NewTillLayout } from "@wristbank/core/event/TillLayout"
import { NewTillProfile } from "@wristbank/core/event/TillProfile"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const read = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) =>
  Schema.decodeUnknownSync(Schema.toCodecJson(schema))
export const newProduct = (fields: object) => read(NewProduct)({ name: "Bier", price: 3.5, is_locked: true, ...fields })
export const newTaxRate = (name: string, rate: number) => read(NewTaxRate)({ name, rate, description: "" })
export const newTicket = (fields: object) =>
  read(NewTicket)({
    name: "Erwachsen",
    price: 12,
    restrictions: [],
    is_locked: true,
    initial_top_up_amount: 5,
    ...fields
  })
export const newProfile = (layoutId: bigint, name = "Bar") =>
  read(NewTillProfile)({
    name,
    layout_id: Number(layoutId),
    allow_top_up: false,
    allow_cash_out: false,
    allow_ticket_sale: false,
    allow_ticket_vouchers: false,
    enable_ssp_payment: true,
    enable_cash_payment: true,
    enable_card_payment: false
  })
export const button = (name: string, ...ids: ReadonlyArray<bigint>) => new NewTillButton({ name, product_ids: ids })
export const layoutOf = (name: string, buttons: ReadonlyArray<bigint>, tickets: ReadonlyArray<bigint> = []) =>
  new NewTillLayout({ name, description: null, button_ids: buttons, ticket_ids: tickets })

export const noneOf = (caller: AtEvent) =>
  Effect.map(TaxRates.use((rates) => rates.list(caller)), (rates) => Number(rates.find((rate) => rate.is_system)!.id))

interface Refusable {
  readonly _tag: string
  readonly rule?: string
}

/** The name of a refusal; fails if there is none. */
export const refusal = <A, R>(effect: Effect.Effect<A, Refusable, R>) => Effect.map(Effect.flip(effect), refusalName)

export const assertIncludes = (actual: Record<string, unknown>, expected: Record<string, unknown>) =>
  assert.deepInclude(actual, expected)

/** The data of an event that a refused call must leave unchanged. */
const stored = (eventId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql`select
      (select jsonb_agg(p order by id) from product p where event_id = ${eventId}) as products,
      (select jsonb_agg(t order by id) from tax_rate t where event_id = ${eventId}) as tax_rates,
      (select jsonb_agg(b order by id) from till_button b where event_id = ${eventId}) as buttons,
      (select jsonb_agg(b order by button_id, product_id) from till_button_product b where event_id = ${eventId}) as links,
      (select jsonb_agg(l order by id) from till_layout l where event_id = ${eventId}) as layouts,
      (select jsonb_agg(l order by layout_id, sequence) from till_layout_button l where event_id = ${eventId}) as shown,
      (select jsonb_agg(l order by layout_id, sequence) from till_layout_ticket l where event_id = ${eventId}) as tickets,
      (select jsonb_agg(p order by id) from till_profile p where event_id = ${eventId}) as profiles,
      (select count(*) from product_revision where event_id = ${eventId}) as revisions,
      (select count(*) from audit_log join node on node.id = node_id where event_id = ${eventId}) as audited,
      (select version from event where event_id = ${eventId}) as version`
  )

/** The name of the refusal of a call; asserts that it changed nothing. */
export const refused = <A, R>(eventId: bigint, effect: Effect.Effect<A, Refusable, R>) =>
  Effect.gen(function*() {
    const before = yield* stored(eventId)
    const name = yield* refusal(effect)
    assert.deepStrictEqual(yield* stored(eventId), before)
    return name
  })

export const audited = (eventId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ log_type: string; content: Record<string, unknown> }>`select log_type, content from audit_log
      where node_id in (select id from node where event_id = ${eventId}) order by id`
  )
