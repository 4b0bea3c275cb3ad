import { Events } from "@wristbank/core/event/Events"
import { NewEvent } from "@wristbank/core/event/EventSettings"
import { NewProduct } from "@wristbank/core/event/Product"
import { Products } from "@wristbank/core/event/Products"
import { NewTaxRate } from "@wristbank/core/event/TaxRate"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { NewTicket } from "@wristbank/core/event/Ticket"
import { Tickets } from "@wristbank/core/event/Tickets"
import { NewTillButton } from "@wristbank/core/event/TillButton"
import { TillButtons } from "@wristbank/core/event/TillButtons"
import { NewTillLayout } from "@wristbank/core/event/TillLayout"
import { TillLayouts } from "@wristbank/core/event/TillLayouts"
import { NewTillProfile } from "@wristbank/core/event/TillProfile"
import { TillProfiles } from "@wristbank/core/event/TillProfiles"
import { Access } from "@wristbank/core/organisation/Access"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Installation } from "@wristbank/core/organisation/Installation"
import { tagKey } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes, randomUUID } from "node:crypto"

/** The part of the festival that the load needs. */
export interface Festival {
  readonly eventId: number
  /** Tokens of the terminals; each is at a till of its own with a cashier signed in. */
  readonly tokens: ReadonlyArray<string>
  /** Chip numbers of the customers, from the first on. */
  readonly firstTag: number
  readonly customers: number
  /** The first of the chip numbers that tickets are sold for; the PINs of their tags count from TICKET0. */
  readonly firstTicketTag: number
  /** The first of the chip numbers of tags whose tickets no one buys; their PINs count from SCAN0. */
  readonly firstScanTag: number
  /** The chip numbers of the cashiers' tags, in the order of their terminals. */
  readonly firstCashierTag: number
  readonly cashierRoleId: number
  /** Tokens of guests who are signed in to the portal. */
  readonly guestTokens: ReadonlyArray<string>
  readonly buttonIds: ReadonlyArray<number>
}

export interface Size {
  readonly customers: number
  readonly terminals: number
  /** Number of tags that tickets can be sold for. */
  readonly tickets: number
  /** Cents on every customer's account; by default more than a load spends. */
  readonly balance?: bigint
}

const firstTag = 0x04000000000000
const firstTicketTag = 0x05000000000000
const firstCashierTag = 0x06000000000000
const firstScanTag = 0x07000000000000

/** Tags whose tickets no one buys. */
export const scanTags = 1_000

/** Guests who are signed in to the portal, at most. */
const signedIn = 200

const decode = <S extends Schema.Codec<unknown, unknown>>(schema: S, input: unknown): S["Type"] =>
  Schema.decodeUnknownSync(Schema.toCodecJson(schema))(input)

const event = {
  description: "",
  currency_identifier: "EUR",
  max_account_balance: 5_000_000,
  sumup_topup_enabled: false,
  sumup_payment_enabled: false,
  customer_portal_url: "",
  customer_portal_about_page_url: "",
  customer_portal_data_privacy_url: "",
  customer_portal_contact_email: "help@example.org",
  pretix_presale_enabled: false,
  pretix_shop_url: null,
  pretix_organizer: null,
  pretix_event: null,
  pretix_api_key: null,
  pretix_ticket_ids: null,
  ust_id: "",
  bon_issuer: "",
  bon_address: "",
  bon_title: "",
  sepa_enabled: false,
  sepa_sender_name: "",
  sepa_sender_iban: "",
  sepa_description: "",
  sepa_allowed_country_codes: [],
  email_enabled: false
}

/** Three products behind three buttons, and a ticket. */
const goods = Effect.fnUntraced(function*(caller: AtEvent) {
  const taxRate = yield* TaxRates.use((rates) =>
    rates.create(caller, decode(NewTaxRate, { name: "ust", rate: 0.19, description: "" }))
  )
  const sold = { tax_rate_id: Number(taxRate.id), is_locked: true }
  const buttonIds = yield* Effect.forEach(["Beer", "Water", "Deposit"], (name, n) =>
    Effect.gen(function*() {
      const asked = { ...sold, name, price: 1 + n / 2, fixed_price: true, is_returnable: name === "Deposit" }
      const product = yield* Products.use((products) => products.create(caller, decode(NewProduct, asked)))
      const button = yield* TillButtons.use((buttons) =>
        buttons.create(caller, decode(NewTillButton, { name, product_ids: [Number(product.id)] }))
      )
      return Number(button.id)
    }))
  const entrance = { ...sold, name: "Entrance", price: 12, restrictions: [], initial_top_up_amount: 8 }
  const ticket = yield* Tickets.use((tickets) => tickets.create(caller, decode(NewTicket, entrance)))
  return { buttonIds, ticketId: Number(ticket.id) }
})

const install = Installation.use((installation) =>
  installation.install({ login: "admin", password: Redacted.make(randomBytes(16).toString("hex")) })
)

/** An event with everything that tills need to sell, made by the services that operators use. */
const catalogue = Effect.fnUntraced(function*(name: string) {
  const access = yield* Access
  const administrator = { userId: 1n }
  const atRoot = yield* access.at(administrator, 0n, { privileges: ["node_administration"] })
  const { id: eventId } = yield* Events.use((events) => events.create(atRoot, decode(NewEvent, { ...event, name })))
  const caller = yield* access.atEvent(administrator, eventId, { privileges: ["node_administration"] })
  const { buttonIds, ticketId } = yield* goods(caller)
  const layout = yield* TillLayouts.use((layouts) =>
    layouts.create(
      caller,
      decode(NewTillLayout, { name: "bar", description: null, button_ids: buttonIds, ticket_ids: [ticketId] })
    )
  )
  const profile = yield* TillProfiles.use((profiles) =>
    profiles.create(
      caller,
      decode(NewTillProfile, {
        name: "bar",
        description: null,
        layout_id: Number(layout.id),
        allow_top_up: true,
        allow_cash_out: true,
        allow_ticket_sale: true,
        allow_ticket_vouchers: false,
        enable_ssp_payment: true,
        enable_cash_payment: true,
        enable_card_payment: true
      })
    )
  )
  return { eventId, profileId: profile.id, buttonIds }
})

/** Registered terminals with tills, registers and cashiers of their own, inserted by SQL. */
const staff = Effect.fnUntraced(function*(eventId: bigint, profileId: bigint, terminals: number) {
  const sql = yield* SqlClient.SqlClient
  const tokens = Array.from({ length: terminals }, () => randomBytes(32).toString("base64url"))
  const [role] = yield* sql<{ id: bigint }>`insert into user_role (node_id, event_id, name, privileges)
    values (${eventId}, ${eventId}, 'cashier', '{can_book_orders,terminal_login}') returning id`
  yield* Effect.forEach(tokens, (token, n) =>
    Effect.gen(function*() {
      const [user] = yield* sql<{ id: bigint }>`insert into usr (node_id, event_id, login, password_hash)
        values (${eventId}, ${eventId}, ${`cashier ${n}`}, '-') returning id`
      yield* sql`insert into user_to_role (node_id, user_id, role_id) values (${eventId}, ${user!.id}, ${role!.id})`
      const [terminal] = yield* sql<{ id: bigint }>`insert into terminal (
          event_id, node_id, name, session_hash, session_uuid, active_user_id, active_user_role_id
        ) values (
          ${eventId}, ${eventId}, ${`terminal ${n}`}, ${hashToken(token)}, ${randomUUID()}::uuid, ${user!.id}, ${
        role!.id
      }
        ) returning id`
      const [account] = yield* sql<{ id: bigint }>`insert into account (event_id, node_id, type)
        values (${eventId}, ${eventId}, 'cash_register') returning id`
      const [register] = yield* sql<{ id: bigint }>`insert into cash_register (event_id, node_id, name, account_id)
        values (${eventId}, ${eventId}, ${`register ${n}`}, ${account!.id}) returning id`
      yield* sql`update usr set cash_register_id = ${register!.id} where id = ${user!.id}`
      yield* sql`insert into till (event_id, node_id, name, active_profile_id, terminal_id, cash_register_id)
        values (${eventId}, ${eventId}, ${`till ${n}`}, ${profileId}, ${terminal!.id}, ${register!.id})`
    }), { discard: true, concurrency: 4 })
  yield* sql`update event set version = version + 1 where event_id = ${eventId}`
  return { tokens, roleId: role!.id }
})

/** Customers with tags and money (all of it in the ledger), and tags for tickets, in one statement each. */
const crowd = Effect.fnUntraced(
  function*(eventId: bigint, { balance = 100_000_000n, customers, terminals, tickets }: Size) {
    const sql = yield* SqlClient.SqlClient
    const { seal } = yield* Secrets
    const sealedKey = (name: "key0" | "key1") => seal(tagKey(eventId, name), "0".repeat(32))
    yield* sql`insert into user_tag_secret (event_id, node_id, key0, key1, description)
    values (${eventId}, ${eventId}, ${sealedKey("key0")}, ${sealedKey("key1")}, '')`
    yield* sql`insert into user_tag (event_id, node_id, pin, uid, secret_id)
    select ${eventId}, ${eventId}, 'PIN' || n, ${firstTag}::numeric + n, secret.id
    from generate_series(0, ${customers - 1}::int) n, user_tag_secret secret where secret.event_id = ${eventId}`
    yield* sql`insert into account (event_id, node_id, type, user_tag_id, balance)
    select ${eventId}, ${eventId}, 'private', id, ${balance} from user_tag where event_id = ${eventId} and uid is not null`
    yield* sql`insert into customer (event_id, account_id)
    select event_id, id from account where event_id = ${eventId} and type = 'private'`
    yield* sql`insert into posting (
      event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at, target_balance,
      target_vouchers
    )
    select account.event_id, 1, source.id, account.id, account.balance, 0, now(), account.balance, 0
    from account join account source on source.event_id = account.event_id and source.type = 'sumup_entry'
    where account.event_id = ${eventId} and account.type = 'private'`
    yield* sql`insert into user_tag (event_id, node_id, pin, secret_id)
    select ${eventId}, ${eventId}, 'TICKET' || n, secret.id
    from generate_series(0, ${tickets - 1}::int) n, user_tag_secret secret where secret.event_id = ${eventId}`
    yield* sql`insert into user_tag (event_id, node_id, pin, secret_id)
    select ${eventId}, ${eventId}, 'SCAN' || n, secret.id
    from generate_series(0, ${scanTags - 1}::int) n, user_tag_secret secret where secret.event_id = ${eventId}`
    yield* sql`with tag as (
      insert into user_tag (event_id, node_id, pin, uid, secret_id)
      select ${eventId}, ${eventId}, 'CASHIER' || n, ${firstCashierTag}::numeric + n, secret.id
      from generate_series(0, ${terminals - 1}::int) n, user_tag_secret secret where secret.event_id = ${eventId}
      returning id, uid
    )
    update usr set user_tag_id = tag.id from tag
    where usr.event_id = ${eventId} and usr.login = 'cashier ' || (tag.uid - ${firstCashierTag}::numeric)`
    // The tables of orders are left out: statistics of empty tables would mislead the planner in the first minutes.
    yield* sql`analyze user_tag, account, customer`
  }
)

/** Sessions of guests in the portal. */
const guests = Effect.fnUntraced(function*(eventId: bigint, count: number) {
  const sql = yield* SqlClient.SqlClient
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"))
  yield* Effect.forEach(
    tokens,
    (token, n) =>
      sql`insert into customer_session (token_hash, event_id, account_id, user_tag_id, expires_at)
      select ${hashToken(token)}, event_id, id, user_tag_id, now() + interval '1 day' from account
      where event_id = ${eventId} and type = 'private' order by id limit 1 offset ${n}`,
    { discard: true }
  )
  return tokens
})

/** An event with its guests and terminals. */
const makeEvent = Effect.fnUntraced(function*(name: string, size: Size) {
  const { buttonIds, eventId, profileId } = yield* catalogue(name)
  const { roleId, tokens } = yield* staff(eventId, profileId, size.terminals)
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(Effect.andThen(sql`set local statement_timeout = 0`, crowd(eventId, size)))
  const festival: Festival = {
    eventId: Number(eventId),
    tokens,
    firstTag,
    customers: size.customers,
    firstTicketTag,
    firstScanTag,
    firstCashierTag,
    cashierRoleId: Number(roleId),
    guestTokens: yield* guests(eventId, Math.min(signedIn, size.customers)),
    buttonIds
  }
  return festival
})

/** Fills an empty database with one event. */
export const make = (size: Size) => Effect.andThen(install, makeEvent("Benchmark", size))

/** Fills an empty database with events of these sizes. */
export const makeAll = (sizes: ReadonlyArray<Size>) =>
  Effect.andThen(install, Effect.forEach(sizes, (size, n) => makeEvent(`Benchmark ${n + 1}`, size)))
