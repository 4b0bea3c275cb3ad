import { Context, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { administrator, installed } from "./administration.ts"
import { connection, prepared, TestDatabase } from "./database.ts"
import { eventSettings } from "./eventSettings.ts"
import { holdings, labelOf, movedBy, postingsOf } from "./FestivalLedger.ts"
import { Address, type Body, type Call, caller, created, done, patiently, serverOn } from "./FestivalServer.ts"
import { equip, type Equipment, type FestivalTill, type OpenTill, terminalCalls, tillsOf } from "./FestivalTill.ts"

/** Highest balance, in major units, that a booking may raise an account to. */
export const maximum = 150

/** The products of the festival; prices in major units. `tax`: 19 % or none. Crates are paid into the donations. */
const goods = {
  beer: { name: "Beer", price: 3, tax: "vat", price_in_vouchers: 1 },
  large: { name: "Large", price: 5, tax: "vat", price_in_vouchers: 2 },
  meal: { name: "Meal", price: 5, tax: "vat", price_in_vouchers: 3 },
  food: { name: "Food", price: 4, tax: "none", price_in_vouchers: 1 },
  deposit: { name: "Deposit", price: 2, tax: "none", is_returnable: true },
  open: { name: "Open", price: null, fixed_price: false, tax: "vat" },
  spirit: { name: "Spirit", price: 2, tax: "vat", restrictions: ["under_18"] },
  crate: { name: "Crate", price: 3, tax: "vat", price_in_vouchers: 1 },
  cup: { name: "Cup", price: 3, tax: "vat", is_returnable: true }
} as const
type ProductName = keyof typeof goods

/** The products of each button. `elsewhere` is only in the layout of another till; `empty` sells nothing. */
const presses = {
  beer: ["beer", "deposit"],
  large: ["large", "deposit"],
  deposit: ["deposit"],
  beerOnly: ["beer"],
  largeOnly: ["large"],
  meal: ["meal"],
  food: ["food"],
  open: ["open"],
  spirit: ["spirit"],
  crate: ["crate", "deposit"],
  cup: ["cup"],
  mixed: ["open", "deposit"],
  empty: [],
  elsewhere: ["beer"]
} as const satisfies { readonly [button: string]: ReadonlyArray<ProductName> }
export type ButtonName = keyof typeof presses

/** A guest with a tag. */
export interface Guest {
  readonly uid: bigint
  readonly pin: string
  readonly accountId: number
  /** The name of the account in the results of `movedBy`. */
  readonly label: string
}

/** A festival set up as an operator does it: the token of its administrator, and the ids of what it has. */
interface FestivalSetUp {
  readonly token: string
  readonly event: number
  readonly taxes: { readonly none: number; readonly vat: number }
  /** Account that crates are paid into. */
  readonly donations: number
  readonly products: { readonly [product in ProductName]: number }
  readonly buttons: { readonly [button in ButtonName]: number }
  readonly layout: number
  readonly otherLayout: number
  readonly equipment: Equipment
  readonly bar: OpenTill
}

const settings = { ...eventSettings, max_account_balance: maximum, customer_portal_url: "https://portal.example/" }

const createEvent = (admin: Call, name: string, more: Body = {}) =>
  created(admin("POST", "/tree/nodes/0/create-event", { name, description: "", ...settings, ...more }))

const callsAt = (admin: Call) => (node: number): Call => (method, path, body) =>
  admin(method, `${path}${path.includes("?") ? "&" : "?"}node_id=${node}`, body)

const bodyOf = (product: ProductName, { donations, taxes }: Pick<FestivalSetUp, "donations" | "taxes">) => {
  const { tax, ...good } = goods[product]
  const target_account_id = product === "crate" ? donations : null
  return { ...good, tax_rate_id: taxes[tax], is_locked: true, target_account_id }
}

/** Sets a festival up through the APIs alone. */
const setUp = Effect.gen(function*() {
  const address = yield* Address
  const login = { username: administrator.login, password: administrator.password, node_id: null }
  const signedIn = done(yield* patiently(caller(`${address}/administration`, null)("POST", "/auth/login", login)))
  const token = (signedIn.body.success as Body).token as string
  const admin = caller(`${address}/administration`, token)
  const event = yield* createEvent(admin, "Festival")
  const at = callsAt(admin)
  const office = at(event)

  const taxes = {
    none: (done(yield* office("GET", "/tax-rates")).body.ids as ReadonlyArray<number>)[0]!,
    vat: yield* created(office("POST", "/tax-rates", { name: "19 %", rate: 0.19, description: "VAT" }))
  }
  /** Read by SQL, as no call shows the system accounts. */
  const donations = yield* systemAccount(event, "donation_exit")
  const products = yield* forEachKey(
    goods,
    (product) => created(office("POST", "/products", bodyOf(product, { donations, taxes })))
  )
  const buttons = yield* forEachKey(presses, (name) =>
    created(office("POST", "/till-buttons", {
      name,
      product_ids: presses[name].map((product) => products[product])
    })))
  const { elsewhere, ...shown } = buttons
  const layout = yield* created(office("POST", "/till-layouts", { name: "Bar", button_ids: Object.values(shown) }))
  const otherLayout = yield* created(office("POST", "/till-layouts", { name: "Elsewhere", button_ids: [elsewhere] }))
  const equipment = yield* equip(office)
  const bar = yield* tillsOf({ address, at, equipment, event, layout }).openTill({ float: 500 })
  const made: FestivalSetUp = { token, event, taxes, donations, products, buttons, layout, otherLayout, equipment, bar }
  return made
})

/** What tests ask of a festival that is set up. */
const festivalOf = (contents: FestivalSetUp) =>
  Effect.gen(function*() {
    const address = yield* Address
    const { buttons, event, products, taxes } = contents
    const admin = caller(`${address}/administration`, contents.token)
    const at = callsAt(admin)
    const office = at(event)
    const tills = tillsOf({ ...contents, address, at, lastUid: contents.bar.cashier.uid })
    const bar: FestivalTill = { ...contents.bar, ...terminalCalls(address, contents.bar.token) }
    const productBody = (product: ProductName, more: Body = {}) => ({ ...bodyOf(product, contents), ...more })

    /** A guest with money (in major units, paid by card) and vouchers. */
    const guest = Effect.fnUntraced(function*(
      { balance = 100, restriction = null, vouchers = 0 }: {
        readonly balance?: number
        readonly vouchers?: number
        readonly restriction?: "under_16" | "under_18" | null
      } = {}
    ) {
      const { pin, uid } = yield* tills.tag(restriction)
      const { body } = done(
        yield* bar.post("/user/grant-free-ticket", {
          user_tag_pin: pin,
          user_tag_uid: uid,
          initial_voucher_amount: vouchers
        })
      )
      const accountId = body.id as number
      const made: Guest = { uid, pin, accountId, label: labelOf("private", accountId) }
      if (balance > 0) {
        done(yield* bar.post("/order/book-topup", topUp(made, balance, { payment_method: "sumup" })))
      }
      return made
    })

    /** A till at another event, with chips of the same numbers. */
    const neighbour = Effect.gen(function*() {
      const other = yield* createEvent(admin, randomUUID(), { customer_portal_url: "" })
      const layout = yield* created(at(other)("POST", "/till-layouts", { name: "Bar" }))
      const { open } = tillsOf({ address, at, equipment: yield* equip(at(other)), event: other, layout })
      return { event: other, till: yield* open({ float: 0 }) }
    })

    /** The balance and vouchers of a guest. */
    const has = ({ uid }: Guest) =>
      Effect.map(bar.get(`/customer/${uid}`), (answer) => {
        const { balance, vouchers } = done(answer).body
        return { balance, vouchers }
      })

    /** Requests other settings of the event; all others as at first. */
    const askForSettings = (changed: Body) =>
      admin("POST", `/tree/events/${event}/event-settings`, { ...settings, ...changed })

    /** Changes settings of the event; all others are as at first. */
    const configure = (changed: Body) => Effect.map(askForSettings(changed), done)

    return {
      address,
      admin,
      askForSettings,
      at,
      bar,
      buttons,
      event,
      guest,
      has,
      neighbour,
      office,
      otherLayout: contents.otherLayout,
      productBody,
      products,
      taxes,
      tills,
      /** The token of the administrator's session. */
      token: contents.token,
      holdings: holdings(event),
      moved: <A, E, R>(calls: Effect.Effect<A, E, R>) => movedBy(event, calls),
      postings: (orderId: unknown) => postingsOf(event, orderId),
      /** A press of a button with a quantity. */
      press: (name: ButtonName, quantity = 1) => ({ till_button_id: buttons[name], quantity }),
      /** A press of a button with a price, in major units. */
      priced: (name: ButtonName, price: number) => ({ till_button_id: buttons[name], price }),
      configure,
      /** Sets the highest balance, in major units. */
      setMaximum: (max_account_balance: number) => configure({ max_account_balance })
    }
  })

/** What a copy of the database holds in which a festival was set up. */
class SetUp extends Context.Service<SetUp, FestivalSetUp>()("test/FestivalSetUp") {}

const there = Layer.effect(TestDatabase, TestDatabase)

/** Sets a festival up on the database, on a server that ends with it. */
const setUpOnDatabase = Effect.provide(
  setUp,
  Layer.provideMerge(installed, serverOn(Layer.provideMerge(connection, there))).pipe(Layer.provide(Logger.layer([]))),
  { local: true }
)

const copy = (mostDeadlocks?: number) =>
  Layer.effectContext(Effect.gen(function*() {
    const { contents, name } = yield* prepared("wristbank_festival", setUpOnDatabase)
    return Context.make(TestDatabase, yield* TestDatabase.make(name, mostDeadlocks)).pipe(Context.add(SetUp, contents))
  }))

/**
 * The database of a festival of its own. Setting one up takes some sixty calls, so that is done once in a run, and every test
 * file gets a copy.
 */
export const festivalDatabase = Layer.provideMerge(connection, copy())

/** As `festivalDatabase`. The test file fails if there was a deadlock: all who book take locks in one order. */
export const festivalWithoutDeadlocks = Layer.provideMerge(connection, copy(0))

/** A festival set up through the APIs alone, as an operator does it, with the calls that tests need. */
export class Festival extends Context.Service<Festival>()("test/Festival", {
  make: Effect.flatMap(setUp, festivalOf)
}) {
  /** On a server at the address, whose database is a `festivalDatabase`. */
  static readonly copied = Layer.effect(this, Effect.flatMap(SetUp, festivalOf))
  static readonly layer = Layer.provideMerge(this.copied, serverOn(festivalDatabase)).pipe(
    Layer.provide(Logger.layer([]))
  )
}

/** The request of a sale; with a `guest` it is paid by tag. */
export const sale = (buttons: ReadonlyArray<Body>, guest: Guest | null, more: Body = {}) => ({
  uuid: randomUUID(),
  payment_method: "tag",
  ...(guest === null ? {} : { customer_tag_uid: guest.uid }),
  buttons,
  ...more
})

/** The request of a top-up; the amount is in major units. */
export const topUp = (guest: Guest, amount: unknown, more: Body = {}) => ({
  uuid: randomUUID(),
  payment_method: "cash",
  customer_tag_uid: guest.uid,
  amount,
  ...more
})

/** The request of a pay-out; the amount is negative and in major units, or left out for the whole balance. */
export const payOut = (guest: Guest, amount?: unknown) => ({
  uuid: randomUUID(),
  customer_tag_uid: guest.uid,
  ...(amount === undefined ? {} : { amount })
})

/** The values of a field of all items in a list of an answer. */
export const each = (list: unknown, field: string): ReadonlyArray<unknown> =>
  (list as ReadonlyArray<Body>).map((item) => item[field])

/** The lines of an answer: name, quantity, price of a piece, total. */
export const linesOf = (body: Body) =>
  (body.line_items as ReadonlyArray<Body>).map((line) => [
    (line.product as Body).name,
    line.quantity,
    line.product_price,
    line.total_price
  ])

const forEachKey = <K extends string, A, E, R>(
  record: { readonly [Key in K]: unknown },
  make: (key: K) => Effect.Effect<A, E, R>
) =>
  Effect.map(
    Effect.forEach(Object.keys(record) as Array<K>, (key) => Effect.map(make(key), (value) => [key, value] as const)),
    (entries) => Object.fromEntries(entries) as { readonly [Key in K]: A }
  )

const systemAccount = Effect.fnUntraced(function*(event: number, type: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: bigint }>`select id from account where event_id = ${event} and type = ${type}`
  return Number(row!.id)
})
