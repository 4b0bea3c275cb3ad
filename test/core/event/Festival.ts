import { CatalogueVersions } from "@wristbank/core/event/CatalogueVersions"
import { EventDefaults } from "@wristbank/core/event/EventDefaults"
import { ListedPrices } from "@wristbank/core/event/ListedPrices"
import { ProductRepository } from "@wristbank/core/event/ProductRepository"
import { Products } from "@wristbank/core/event/Products"
import { ProductVersions } from "@wristbank/core/event/ProductVersions"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { TaxRateVersions } from "@wristbank/core/event/TaxRateVersions"
import { Tickets } from "@wristbank/core/event/Tickets"
import { TicketVersions } from "@wristbank/core/event/TicketVersions"
import { TillButtons } from "@wristbank/core/event/TillButtons"
import { TillLayouts } from "@wristbank/core/event/TillLayouts"
import { TillProfiles } from "@wristbank/core/event/TillProfiles"
import { Access } from "@wristbank/core/organisation/Access"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

/** The services of the catalogue, of access rights and of new events, on a database of their own. */
export const catalogueLayer = Layer.mergeAll(
  Access.layer,
  CatalogueVersions.layer,
  EventDefaults.layer,
  ListedPrices.layer,
  ProductRepository.layer,
  Products.layer,
  ProductVersions.layer,
  TaxRates.layer,
  TaxRateVersions.layer,
  Tickets.layer,
  TicketVersions.layer,
  TillButtons.layer,
  TillLayouts.layer,
  TillProfiles.layer
).pipe(Layer.provideMerge(databaseLayer))

const insertNode = Effect.fnUntraced(
  function*(parent: bigint, parentIds: ReadonlyArray<bigint>, eventId: bigint | null) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids, event_id)
    values (${parent}, gen_random_uuid()::text, '', ${parentIds}::bigint[], ${eventId}::bigint) returning id`
    return row!.id
  }
)

const insertPerson = Effect.fnUntraced(function*(nodeId: bigint, eventId: bigint, privileges: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const [person] = yield* sql<{ id: bigint }>`insert into usr (node_id, event_id, login, password_hash)
    values (${nodeId}, ${eventId}, gen_random_uuid()::text, 'x') returning id`
  const [role] = yield* sql<{ id: bigint }>`insert into user_role (node_id, event_id, name, privileges)
    values (${nodeId}, ${eventId}, gen_random_uuid()::text, ${privileges}::text[]) returning id`
  yield* sql`insert into user_to_role (node_id, user_id, role_id) values (${nodeId}, ${person!.id}, ${role!.id})`
  return person!.id
})

/**
 * A new event with two bars, and callers: an administrator of the event, one of a single bar, and a user who may only
 * read.
 */
export const festival = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const setUp = yield* EventDefaults
  const access = yield* Access
  const event = yield* insertNode(0n, [0n], null)
  yield* sql`update node set event_id = id where id = ${event}`
  yield* sql`insert into event (event_id, settings) values (${event}, '{}')`
  yield* setUp.run(event)
  const bar = yield* insertNode(event, [0n, event], event)
  const otherBar = yield* insertNode(event, [0n, event], event)
  const head = yield* insertPerson(event, event, ["node_administration"])
  const barkeeper = yield* insertPerson(bar, event, ["node_administration"])
  const cashier = yield* insertPerson(event, event, ["can_book_orders"])
  const at = (userId: bigint, nodeId: bigint) => access.atEvent({ userId }, nodeId, { privileges: [] })
  return {
    event,
    bar,
    otherBar,
    people: { head, barkeeper, cashier },
    /** The administrator of the whole event: at the event, at the bar, and at the other bar. */
    atEvent: yield* at(head, event),
    atBar: yield* at(head, bar),
    atOtherBar: yield* at(head, otherBar),
    /** The administrator of one bar only. */
    barkeeper: yield* at(barkeeper, bar),
    at
  }
})
export type Festival = Effect.Success<typeof festival>
