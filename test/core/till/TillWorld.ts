import { refusalName } from "@wristbank/core/base/Rule"
import { CashChanges } from "@wristbank/core/cash/CashChanges"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { StockUps } from "@wristbank/core/cash/StockUps"
import { EventDefaults } from "@wristbank/core/event/EventDefaults"
import { Books } from "@wristbank/core/journal/Books"
import { Access } from "@wristbank/core/organisation/Access"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { hashToken } from "@wristbank/core/organisation/Token"
import { SignIns } from "@wristbank/core/till/SignIns"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Tills } from "@wristbank/core/till/Tills"
import { UserTags } from "@wristbank/core/wristband/UserTags"
import { UserTagSecrets } from "@wristbank/core/wristband/UserTagSecrets"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomInt, randomUUID } from "node:crypto"
import { databaseLayer } from "../../support/database.ts"
import { secretsLayer } from "../../support/secrets.ts"

/** The services around tills and tags on a database of their own. */
export const tillLayer = Layer.mergeAll(
  Access.layer,
  Books.layer,
  CashChanges.layer,
  CashRegisters.layer,
  EventDefaults.layer,
  SignIns.layer,
  Stockings.layer,
  StockUps.layer,
  TerminalGuard.layer,
  Terminals.layer,
  Tills.layer,
  UserTags.layer,
  UserTagSecrets.layer
).pipe(Layer.provideMerge(Layer.merge(databaseLayer, secretsLayer)))

const settings = { currency_identifier: "EUR", max_account_balance: 15000, customer_portal_url: "" }

const insertNode = Effect.fnUntraced(
  function*(parent: bigint, parentIds: ReadonlyArray<bigint>, eventId: bigint | null) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids, event_id)
    values (${parent}, ${randomUUID()}, '', ${parentIds}::bigint[], ${eventId}::bigint) returning id`
    return row!.id
  }
)

/** A role of an event. */
export const insertRole = Effect.fnUntraced(function*(eventId: bigint, ...privileges: ReadonlyArray<Privilege>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: bigint }>`insert into user_role (node_id, event_id, name, privileges)
    values (${eventId}, ${eventId}, ${randomUUID()}, ${privileges}::text[]) returning id`
  return row!.id
})

/** A user with a tag, and roles assigned to them at a node. */
export const insertPerson = Effect.fnUntraced(
  function*(eventId: bigint, nodeId: bigint, roleIds: ReadonlyArray<bigint>, terminalOnly = false) {
    const sql = yield* SqlClient.SqlClient
    const uid = BigInt(randomInt(2 ** 40))
    const [person] = yield* sql<{ id: bigint }>`
      with secret as (
        insert into user_tag_secret (event_id, node_id, key0, key1, description)
        values (${eventId}, ${eventId}, '', '', '') on conflict (event_id) do update set description = '' returning id
      ), tag as (
        insert into user_tag (event_id, node_id, pin, uid, secret_id)
        select ${eventId}, ${eventId}, ${randomUUID()}, ${String(uid)}::numeric, id from secret returning id
      )
      insert into usr (node_id, event_id, login, user_tag_id)
      select ${eventId}, ${eventId}, ${randomUUID()}, id from tag returning id`
    for (const roleId of roleIds) {
      yield* sql`insert into user_to_role (node_id, user_id, role_id, terminal_only)
        values (${nodeId}, ${person!.id}, ${roleId}, ${terminalOnly})`
    }
    return { id: person!.id, uid }
  }
)

/** An event with a bar, a till profile that takes cash, and an administrator at event and bar. */
export const world = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const access = yield* Access
  const event = yield* insertNode(0n, [0n], null)
  yield* sql`update node set event_id = id where id = ${event}`
  yield* sql`insert into event (event_id, settings) values (${event}, ${JSON.stringify(settings)}::jsonb)`
  yield* (yield* EventDefaults).run(event)
  const bar = yield* insertNode(event, [0n, event], event)
  const roles = {
    organiser: yield* insertRole(event, "terminal_login", "node_administration", "cash_transport"),
    cashier: yield* insertRole(event, "supervised_terminal_login", "can_book_orders")
  }
  const [profile] = yield* sql<{ id: bigint }>`
    with layout as (
      insert into till_layout (event_id, node_id, name) values (${event}, ${event}, 'Bar') returning id
    )
    insert into till_profile (
      event_id, node_id, name, layout_id, allow_top_up, allow_cash_out, allow_ticket_sale, allow_ticket_vouchers,
      enable_ssp_payment, enable_cash_payment, enable_card_payment
    )
    select ${event}, ${event}, 'Bar', id, true, true, false, false, true, true, false from layout returning id`
  const organiser = yield* insertPerson(event, event, [roles.organiser])
  const at = (nodeId: bigint) => access.atEvent({ userId: organiser.id }, nodeId, { privileges: [] })
  const atEvent = yield* at(event)
  const atBar = yield* at(bar)

  /** A call of a registered terminal of the event, for carrying cash, with its token; with a till at the bar unless refused. */
  const terminal = Effect.fnUntraced(function*(options: { readonly till?: boolean } = {}) {
    const terminals = yield* Terminals
    const tills = yield* Tills
    const created = yield* terminals.create(atEvent, { name: randomUUID(), description: null })
    const till = options.till === false ? null : yield* tills.create(atBar, {
      name: randomUUID(),
      description: null,
      active_shift: null,
      active_profile_id: profile!.id,
      terminal_id: created.id
    })
    const { token } = yield* terminals.register(created.registration_uuid!)
    const session = { eventId: event, terminalId: created.id, sessionHash: hashToken(token) }
    return Object.assign((yield* TerminalGuard).call(session, ["cash_transport"]), { token, tillId: till?.id ?? 0n })
  })

  /** A user who signs in with the role cashier. */
  const cashier = insertPerson(event, event, [roles.cashier])

  return { event, bar, roles, profileId: profile!.id, organiser, atEvent, atBar, terminal, cashier }
})
export type World = Effect.Success<typeof world>

/** Cash sales and refunds, stored as bookings store them, to give a register a balance (cents). */
export const fillRegister = (eventId: bigint, registerId: bigint, cents: number) =>
  SqlClient.SqlClient.use((sql) =>
    sql`update account set balance = balance + ${cents} where event_id = ${eventId} and id = (
      select account_id from cash_register where event_id = ${eventId} and id = ${registerId}
    )`
  )

/** Gives a register to a cashier. */
export const hand = (eventId: bigint, registerId: bigint, userId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql`update usr set cash_register_id = ${registerId} where event_id = ${eventId} and id = ${userId}`
  )

/** The money_transfer orders of a till in order: closing number, amount (cents), cashier. */
export const transfersAt = (eventId: bigint, tillId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ z_nr: number; total_price: bigint; cashier_id: bigint }>`
      select z_nr, total_price, cashier_id from ordr
        join line_item on line_item.event_id = ordr.event_id and line_item.order_id = ordr.id
      where ordr.event_id = ${eventId} and till_id = ${tillId} and order_type = 'money_transfer' order by ordr.id`
  )

/** The row of a till. */
export const tillRow = (eventId: bigint, tillId: bigint) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<{ terminal_id: bigint | null; cash_register_id: bigint | null; z_nr: number }>`
        select terminal_id, cash_register_id, z_nr from till where event_id = ${eventId} and id = ${tillId}`
    ),
    ([row]) => row!
  )

/** The row of a terminal. */
export const terminalRow = (eventId: bigint, terminalId: bigint) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<{ active_user_id: bigint | null; registration_uuid: string | null; session_hash: Uint8Array | null }>`
        select active_user_id, registration_uuid, session_hash from terminal
        where event_id = ${eventId} and id = ${terminalId}`
    ),
    ([row]) => row!
  )

/** The name of a refusal; a success is a failure of the test. */
export const refusal = <A, R>(effect: Effect.Effect<A, Parameters<typeof refusalName>[0], R>) =>
  Effect.map(Effect.flip(effect), refusalName)

/** A register with money (cents), held by the user. */
export const registerFor = Effect.fnUntraced(function*({ atEvent, event }: World, userId: bigint, cents: number) {
  const registers = yield* CashRegisters
  const register = yield* registers.create(atEvent, { name: randomUUID() })
  yield* hand(event, register.id, userId)
  yield* fillRegister(event, register.id, cents)
  return register
})

/** The money_transfer orders of a till: closing number, amount (cents), cashier. */
export const amounts = (eventId: bigint, tillId: bigint) =>
  Effect.map(transfersAt(eventId, tillId), (rows) => rows.map((row) => [row.z_nr, row.total_price, row.cashier_id]))
