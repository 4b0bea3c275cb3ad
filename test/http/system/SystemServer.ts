import { Privilege } from "@wristbank/core/organisation/Privilege"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, type Guest } from "../../support/Festival.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Body, caller, created, done } from "../../support/FestivalServer.ts"
import type { Wristband } from "../../support/FestivalTickets.ts"
import { type Colleague, type FestivalTill, login } from "../../support/FestivalTill.ts"
import { buttons, type Good, type LedgerModel, newModel, ticket } from "../../support/model/LedgerModel.ts"
import { prices, repriced, shownButtons, sizes } from "../../support/model/ModelStep.ts"

const times = <A, E, R>(count: number, make: Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.from({ length: count }), () => make)

const openSystem = Effect.gen(function*() {
  const festival = yield* Festival
  const { office, tills } = festival
  yield* festival.configure({ sepa_enabled: true })
  const people: ReadonlyArray<Colleague> = yield* times(sizes.people, worker(Privilege.literals))
  const { elsewhere: _, empty: __, ...shown } = festival.buttons
  const ticketId = yield* created(office("POST", "/tickets", {
    name: "Ticket",
    price: ticket.price / 100,
    initial_top_up_amount: ticket.included / 100,
    tax_rate_id: festival.taxes.none,
    is_locked: true,
    restrictions: []
  }))
  const layout = yield* created(office("POST", "/till-layouts", layoutOf(shown, ticketId)))
  const profileId = yield* tills.profile({}, layout)
  const opened: ReadonlyArray<FestivalTill> = yield* times(sizes.tills, tills.open({ profileId }))
  const registers = yield* times(
    sizes.registers,
    created(
      Effect.suspend(() => office("POST", "/till-registers", { name: randomUUID() }))
    )
  )
  const stocking = (variable_in_euro: number) =>
    created(office("POST", "/till-register-stockings", { name: randomUUID(), variable_in_euro }))
  const stockings = new Map([[0, yield* stocking(0)], [5000, yield* stocking(50)]])
  const transports = yield* Effect.forEach(
    people,
    ({ id }) => Effect.map(office("GET", `/cashiers/${id}`), (answer) => Number(done(answer).body.transport_account_id))
  )
  const drawers = yield* Effect.forEach(
    registers,
    (id) => Effect.map(office("GET", `/till-registers/${id}`), (answer) => Number(done(answer).body.account_id))
  )
  const others = new Map<string, number>()
  for (const good of repriced) {
    for (const cents of prices) {
      const name = `${good} ${cents}`
      others.set(
        name,
        yield* created(office("POST", "/products", festival.productBody(good, { name, price: cents / 100 })))
      )
    }
  }
  return {
    ...festival,
    drawers,
    others,
    layout,
    people,
    registers,
    shown,
    stockings,
    ticketId,
    tills: opened,
    tag: tills.tag,
    transports,
    /** The guests of the run before. */
    before: [] as Array<SystemGuest>
  }
})

/** What all runs share: the tills of a festival, those who work there, and registers. */
export class System extends Context.Service<System>()("test/System", { make: openSystem }) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A guest of a run, with the wristband that they have or had blocked. */
export interface SystemGuest {
  readonly accountId: number
  band: Wristband
}

/** A payout run, and its payouts in the order of their accounts. */
interface SystemPayoutRun {
  readonly id: number
  readonly payouts: ReadonlyArray<number>
}

/** The guests and wristbands of one run. */
export interface SystemRun {
  readonly system: System["Service"]
  readonly guests: Array<SystemGuest>
  readonly bands: Array<Wristband>
  /** The orders that wristbands paid, oldest first. */
  readonly sales: Array<number>
  /** Those that a till cancelled. */
  readonly cancelled: Set<number>
  readonly payoutRuns: Array<SystemPayoutRun>
  /** The newest booking. */
  last: { readonly till: number; readonly path: string; readonly body: Body; readonly text: string } | null
}

/** The cash in the register of each till at first. */
const firstCash = 5000

/**
 * The first people are at the tills, each with a register, no one else holds a register or carries cash, prices and layout are as at first, no one is left to be paid
 * out, and the sign-ins of earlier runs are forgotten: a terminal takes 100 in a quarter of an hour.
 */
const tidy = Effect.fnUntraced(function*(system: System["Service"]) {
  const { office, people, tills } = system
  for (const till of tills) yield* till.post("/user/logout")
  for (const [n, person] of people.entries()) {
    const account = done(yield* office("GET", `/cashiers/${person.id}`)).body
    if (account.cash_register_id !== null) {
      const counted = closeOut(person, Math.round(Number(account.cash_drawer_balance) * 100))
      done(yield* office("POST", `/cashiers/${person.id}/close-out`, counted))
    }
    done(yield* office("POST", `/accounts/${system.transports[n]!}/update-balance`, { new_balance: 0 }))
  }
  for (const { accountId } of system.before) {
    done(yield* office("POST", `/accounts/${accountId}/update-balance`, { new_balance: 0 }))
  }
  yield* SqlClient.SqlClient.use((sql) => sql`delete from sign_in_failure`)
  for (const good of repriced) yield* setPrice(system, good, null)
  done(yield* showBeerOnly(system, true))
  for (const [n, till] of tills.entries()) {
    done(yield* till.post("/user/login", login(people[n]!)))
    done(
      yield* till.post("/stock-up-cash-register", {
        cashier_tag_uid: people[n]!.uid,
        cash_register_id: system.registers[n]!,
        register_stocking_id: system.stockings.get(firstCash)!
      })
    )
  }
})

/** The request of a close-out with an amount in cents. */
export const closeOut = ({ id }: Colleague, cents: number) => ({
  comment: "counted",
  actual_cash_drawer_balance: cents / 100,
  closing_out_user_id: id
})

const layoutOf = (shown: { readonly [button: string]: number }, ticketId: number) => ({
  name: "System",
  button_ids: Object.values(shown),
  ticket_ids: [ticketId]
})

/** Sets whether the tills' layout shows the button that sells beer alone. */
export const showBeerOnly = ({ layout, office, shown, ticketId }: System["Service"], isShown: boolean) => {
  const { beerOnly, ...others } = shown
  return office("POST", `/till-layouts/${layout}`, layoutOf(isShown ? { ...others, beerOnly } : others, ticketId))
}

/** The first product of the festival for goods of the model. */
export const productOf = ({ products }: System["Service"], good: Good): number =>
  products[good as keyof typeof products]

/** The buttons that sell a product beside others. */
const buttonsWith = (good: Good) => shownButtons.filter((name) => (buttons[name] as ReadonlyArray<Good>).includes(good))

/** Puts the product with the price in cents on the buttons, or the first one. */
export const setPrice = Effect.fnUntraced(
  function*(system: System["Service"], good: typeof repriced[number], cents: number | null) {
    const product = cents === null ? system.products[good] : system.others.get(`${good} ${cents}`)!
    for (const name of buttonsWith(good)) {
      const product_ids = buttons[name].map((one: Good) => one === good ? product : productOf(system, one))
      done(yield* system.office("POST", `/till-buttons/${system.buttons[name]}`, { name, product_ids }))
    }
  }
)

/** Signs a guest in to the portal, from an address that no one else has: the answer, and their calls. */
export const signIn = Effect.fnUntraced(function*({ address, event }: System["Service"], { band }: SystemGuest) {
  const [a, b] = randomUUID().split("-").slice(1)
  const from = { "x-forwarded-for": `2001:db8:${a}:${b}::1` }
  const portal = `${address}/customer`
  const answer = yield* caller(portal, null, from)("POST", "/auth/login", { pin: band.pin, node_id: event })
  return { answer, portal: caller(portal, String(answer.body.access_token), from) }
})

/** Begins a run with new guests, and the model of it. */
export const openRun = Effect.fnUntraced(function*(system: System["Service"]) {
  yield* tidy(system)
  const guests = yield* times(sizes.guests, system.guest({ balance: 60, vouchers: 3 }))
  const run: SystemRun = {
    system,
    guests: guests.map(({ accountId, pin, uid }: Guest) => ({ accountId, band: { pin, uid } })),
    bands: yield* times(sizes.bands, system.tag()),
    sales: [],
    cancelled: new Set(),
    payoutRuns: [],
    last: null
  }
  const model: LedgerModel = {
    ...newModel({
      guests: guests.map(() => ({ money: 6000, vouchers: 3 })),
      people: system.people.map((_, n) => ({ register: n < sizes.tills ? n : null, carried: 0 })),
      tills: system.tills.map((_, n) => ({ person: n, register: n })),
      registers: system.registers.map((_, n) => ({ cash: n < sizes.tills ? firstCash : 0 }))
    }),
    unusedBands: sizes.bands
  }
  system.before = run.guests
  return { model, run }
})
