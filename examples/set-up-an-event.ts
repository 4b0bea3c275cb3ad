// Sets a whole event up with the typed client of the administration API, from nothing to tills that only wait for their
// terminals:
//   npx node examples/set-up-an-event.ts http://localhost:8000 <password of admin> "Harbour Festival"
import { Stocking } from "@wristbank/core/cash"
import { Product, TaxRate, Ticket, TillButton, TillLayout, TillProfile } from "@wristbank/core/catalogue"
import { Money } from "@wristbank/core/ledger"
import { EventSettings, Node, Privilege, RoleAssignment, Session, User } from "@wristbank/core/organisation"
import type { TaxType } from "@wristbank/core/primitives"
import { UserTag, UserTagSecret } from "@wristbank/core/tag"
import { CashRegister, Terminal, Till } from "@wristbank/core/till"
import { AdministrationApi } from "@wristbank/http/administration"
import { Console, Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { randomBytes } from "node:crypto"
import { runExample } from "./runExample.ts"

/** Raised when several users have the login and the password, who must say which home they mean. */
class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", {}) {
  override readonly message = "Sign in with the node_id of your home"
}

const administration = (address: string, token = "") =>
  HttpApiClient.make(AdministrationApi, {
    baseUrl: `${address}/api/administration`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
  })

type Office = Effect.Success<ReturnType<typeof administration>>

/** What an operator sends of an event, as JSON: amounts in euro. Everything left out gets its default. */
const eventNamed = (name: string) =>
  Schema.decodeUnknownEffect(Schema.toCodecJson(EventSettings.NewEvent))({
    name,
    description: "Two days at the harbour",
    currency_identifier: "EUR",
    max_account_balance: 150,
    start_date: "2027-07-02T14:00:00Z",
    end_date: "2027-07-04T22:00:00Z",
    daily_end_time: "06:00",
    customer_portal_url: "",
    customer_portal_about_page_url: "https://harbour.example/about",
    customer_portal_data_privacy_url: "https://harbour.example/privacy",
    customer_portal_contact_email: "help@harbour.example",
    sumup_topup_enabled: false,
    sumup_payment_enabled: false,
    pretix_presale_enabled: false,
    pretix_shop_url: null,
    pretix_organizer: null,
    pretix_event: null,
    pretix_api_key: null,
    pretix_ticket_ids: null,
    ust_id: "DE000000000",
    bon_issuer: "Harbour Club e. V.",
    bon_address: "Pier 1\n12345 Musterstadt",
    bon_title: name,
    sepa_enabled: false,
    sepa_sender_name: "Harbour Club e. V.",
    sepa_sender_iban: "DE89370400440532013000",
    sepa_description: name,
    sepa_allowed_country_codes: ["DE"],
    email_enabled: false
  })

/** Where everything belongs: the event below the root, and a part of it whose tills are run apart. */
const makePlace = Effect.fnUntraced(function*(office: Office, name: string) {
  const event = yield* office.tree.createEvent({ params: { node_id: 0n }, payload: yield* eventNamed(name) })
  const stage = yield* office.tree.createNode({
    params: { node_id: event.id },
    payload: new Node.NewNode({
      name: "Main stage",
      description: "",
      forbidden_objects_at_node: [],
      forbidden_objects_in_subtree: []
    })
  })
  yield* Console.log(`${event.name} has the id ${event.id}, its ${stage.name} ${stage.id}`)
  return { event: { node_id: event.id }, stage: { node_id: stage.id } }
})

/** What is sold. A product is locked before it goes on a button: from then on its price is fixed. */
const makeGoods = Effect.fnUntraced(function*(office: Office, query: { readonly node_id: bigint }) {
  const rate = (name: string, tenThousandths: number, tax_type: TaxType.TaxType) => {
    const payload = new TaxRate.NewTaxRate({ name, rate: tenThousandths, description: name, tax_type })
    return office["tax-rates"].create({ query, payload })
  }
  const vat = yield* rate("VAT 19 %", 1900, "regular_vat")
  const product = (name: string, price: bigint, more: Partial<Product.NewProduct>) => {
    const usual = { restrictions: [], price_in_vouchers: null, is_returnable: false, target_account_id: null }
    const sold = { name, price: Money.Cents.make(price), fixed_price: true, is_locked: true, tax_rate_id: vat.id }
    return office.products.create({ query, payload: new Product.NewProduct({ ...usual, ...sold, ...more }) })
  }
  const beer = yield* product("Beer", 4_50n, { price_in_vouchers: 1, restrictions: ["under_16"] })
  const water = yield* product("Water", 2_50n, { price_in_vouchers: 1 })
  const deposit = yield* product("Deposit", 2_00n, { is_returnable: true })
  const ticket = yield* office.tickets.create({
    query,
    payload: new Ticket.NewTicket({
      name: "Weekend",
      price: Money.Cents.make(25_00n),
      initial_top_up_amount: Money.Cents.make(10_00n),
      tax_rate_id: vat.id,
      restrictions: [],
      is_locked: true
    })
  })
  yield* Console.log(
    `A weekend costs ${Money.format(ticket.total_price)}, with ${Money.format(ticket.initial_top_up_amount)} on the tag`
  )
  return { beer, water, deposit, ticket }
})

/** What tills show: a press sells all products of its button, and a layout says which buttons, in which order. */
const makeProfiles = Effect.fnUntraced(function*(office: Office, query: { readonly node_id: bigint }) {
  const { beer, deposit, ticket, water } = yield* makeGoods(office, query)
  const button = (name: string, ...products: ReadonlyArray<{ readonly id: bigint }>) =>
    office["till-buttons"].create({
      query,
      payload: new TillButton.NewTillButton({ name, product_ids: products.map(({ id }) => id) })
    })
  const pressed = yield* Effect.all([
    button("Beer", beer, deposit),
    button("Water", water, deposit),
    button("Cup back", deposit)
  ])
  const layout = (name: string, button_ids: ReadonlyArray<bigint>, ticket_ids: ReadonlyArray<bigint>) =>
    office["till-layouts"].create({
      query,
      payload: new TillLayout.NewTillLayout({ name, description: null, button_ids, ticket_ids })
    })
  const bar = yield* layout("Bar", pressed.map(({ id }) => id), [])
  const entrance = yield* layout("Entrance", [], [ticket.id])
  const profile = (name: string, layout_id: bigint, sellsTickets: boolean) =>
    office["till-profiles"].create({
      query,
      payload: new TillProfile.NewTillProfile({
        name,
        description: null,
        layout_id,
        allow_top_up: sellsTickets,
        allow_cash_out: sellsTickets,
        allow_ticket_sale: sellsTickets,
        allow_ticket_vouchers: false,
        enable_ssp_payment: !sellsTickets,
        enable_cash_payment: sellsTickets,
        enable_card_payment: false,
        allow_sold_out: true
      })
    })
  return { bar: yield* profile("Bar", bar.id, false), entrance: yield* profile("Entrance", entrance.id, true) }
})

/** A till with the terminal that serves it; the code registers the terminal, once. */
const makeTill = Effect.fnUntraced(
  function*(office: Office, query: { readonly node_id: bigint }, name: string, active_profile_id: bigint) {
    const terminal = yield* office.terminals.create({
      query,
      payload: new Terminal.NewTerminal({ name, description: null })
    })
    const till = { name, description: null, active_shift: null, active_profile_id, terminal_id: terminal.id }
    yield* office.tills.create({ query, payload: new Till.NewTill(till) })
    yield* Console.log(`${name} waits for its terminal: ${terminal.registration_uuid}`)
  }
)

/** Cash registers for those who take cash, and the float they start with: notes, and coins in rolls. */
const makeCash = Effect.fnUntraced(function*(office: Office, query: { readonly node_id: bigint }) {
  const registers = office["till-registers"]
  yield* Effect.forEach(
    ["Drawer 1", "Drawer 2"],
    (name) => registers.create({ query, payload: new CashRegister.NewCashRegister({ name }) })
  )
  const float = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(Stocking.NewCashRegisterStocking))({
    name: "Entrance",
    euro10: 10,
    euro5: 10,
    euro1: 2
  })
  const stocking = yield* registers.createStocking({ query, payload: float })
  yield* Console.log(`A float of ${Money.format(stocking.total)}`)
})

const key = () => randomBytes(16).toString("hex")

/** The tags: each has a PIN printed on it, and all chips of the event share the keys that terminals read them with. */
const makeTags = Effect.fnUntraced(function*(office: Office, query: { readonly node_id: bigint }) {
  const secret = yield* office["user-tags"].createSecret({
    query,
    payload: new UserTagSecret.NewUserTagSecret({ key0: key(), key1: key(), description: "Wristbands of this year" })
  })
  const pins = [...Array.from({ length: 100 }, (_, at) => `GUEST-${at + 1}`), "STAFF-LENA", "STAFF-OMAR"]
  yield* office["user-tags"].create({
    query,
    payload: pins.map((pin) => new UserTag.NewUserTag({ pin, restriction: null, secret_id: secret.id }))
  })
  yield* Console.log(`${pins.length} tags`)
})

/** Who works there. A shift lead signs in alone and lets cashiers in afterwards; both know their chip from now on. */
const makePeople = Effect.fnUntraced(function*(office: Office, query: { readonly node_id: bigint }) {
  const role = (name: string, privileges: ReadonlyArray<Privilege.Privilege>) =>
    office.users.createRole({ query, payload: { name, privileges, is_privileged: false } })
  const lead = yield* role("shift lead", ["terminal_login", "can_book_orders", "cash_transport"])
  const cashier = yield* role("cashier", ["supervised_terminal_login", "can_book_orders"])
  const person = Effect.fnUntraced(function*(name: string, chip: string, role_id: bigint) {
    const login = name.toLowerCase()
    const tag = { user_tag_pin: `STAFF-${name.toUpperCase()}`, user_tag_uid_hex: chip }
    const user = yield* office.users.create({
      query,
      payload: new User.CreateUserPayload({ login, display_name: name, description: null, password: null, ...tag })
    })
    yield* office.users.assign({
      query,
      payload: new RoleAssignment.NewUserToRoles({ user_id: user.id, role_ids: [role_id], terminal_only: true })
    })
    yield* Console.log(`${user.display_name} signs in with chip ${user.user_tag_uid_hex}`)
  })
  yield* person("Lena", "04A1B2C3D4E5F6", lead.id)
  yield* person("Omar", "04A1B2C3D4E5F7", cashier.id)
})

const setUpAnEvent = Effect.fnUntraced(function*(address: string, password: string, name: string) {
  const stranger = yield* administration(address)
  const { success } = yield* stranger.auth.login({
    payload: new Session.LoginPayload({ username: "admin", password, node_id: null, code: null })
  })
  if (success === null) return yield* new NotSignedIn()
  const office = yield* administration(address, success.token)
  const { event, stage } = yield* makePlace(office, name)
  const { bar, entrance } = yield* makeProfiles(office, event)
  yield* makeTill(office, event, "Entrance", entrance.id)
  // The part sells what the event sells, and its own administrators could run its tills.
  yield* makeTill(office, stage, "Stage bar", bar.id)
  yield* makeCash(office, event)
  yield* makeTags(office, event)
  yield* makePeople(office, event)
})

runExample("set-up-an-event.ts", ["address", "password of admin", "name of the event"], setUpAnEvent)
