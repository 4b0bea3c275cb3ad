// Any order of what happens in the shop, of readings that arrive late or twice, and of guests at the till.
import * as Money from "@wristbank/core/ledger/Money"
import { afterAdmission, caseChanges, type StoredCase } from "@wristbank/core/presale/PresaleCase"
import { changesBy, type PresaleTicket } from "@wristbank/core/presale/PresaleTicket"
import { type OrderedTicket, type OrderedTickets, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { assert, it } from "vitest"
import { products, type Reading, type ShopEvent, shopEvent, ShopModel } from "./ShopModel.ts"

interface Guest {
  creditBooked: Money.Cents
  balance: Money.Cents
  cases: Array<StoredCase>
}

/** All that the import has stored, with the rules under test applied to each reading. */
class Store {
  tickets: Array<PresaleTicket> = []
  readonly guests = new Map<bigint, Guest>()
  readonly #versions = new Map<string, DateTime.Utc>()
  #ids = 0n

  readonly #maximum: Money.Cents

  constructor(maximum: Money.Cents) {
    this.#maximum = maximum
  }

  apply({ order }: Reading): void {
    const ordered = Result.getOrThrow(ticketsOf(order, products))
    const known = this.#versions.get(order.code) ?? null
    const positions = new Set(ordered.tickets.map(({ position }) => position))
    const tokens = new Set(ordered.tickets.map(({ token }) => token))
    const changes = Result.getOrThrow(changesBy(ordered, {
      modifiedAt: known,
      tickets: this.tickets.filter(({ orderCode, position, token }) =>
        orderCode === order.code || positions.has(position!) || tokens.has(token)
      )
    }))
    for (const change of changes) {
      if (change.kind === "add") this.tickets.push({ id: ++this.#ids, ...stored(ordered, change.ticket) })
      else {
        this.tickets = this.tickets.map((ticket) =>
          ticket.id !== change.id
            ? ticket
            : change.kind === "update"
            ? { id: ticket.id, ...stored(ordered, change.ticket) }
            : { ...ticket, state: "cancelled" }
        )
      }
    }
    if (known === null || DateTime.isLessThan(known, order.modifiedAt)) this.#versions.set(order.code, order.modifiedAt)
    for (const id of this.guests.keys()) this.#settle(id)
  }

  /** Whether a guest who shows this code is let in. */
  admit(token: string): boolean {
    const ticket = this.tickets.find((one) => one.token === token)
    if (ticket === undefined || ticket.state !== "valid" || this.guests.has(ticket.id)) return false
    this.guests.set(ticket.id, { creditBooked: ticket.credit, balance: ticket.credit, cases: [] })
    return true
  }

  #settle(id: bigint): void {
    const ticket = this.tickets.find((one) => one.id === id)!
    const guest = this.guests.get(id)!
    const { cases, raise } = afterAdmission({ ...ticket, ...guest, maximum: this.#maximum })
    assert.isTrue(raise >= 0n)
    guest.creditBooked = Money.add(guest.creditBooked, raise)
    guest.balance = Money.add(guest.balance, raise)
    const changed = caseChanges(cases, guest.cases)
    guest.cases = [
      ...guest.cases.filter((one) => !changed.withdraw.includes(one.id)),
      ...changed.open.map((one) => ({ ...one, id: ++this.#ids, isSettled: false }))
    ]
  }
}

const stored = ({ code, modifiedAt }: OrderedTickets, ticket: OrderedTicket) => ({
  ...ticket,
  orderCode: code,
  modifiedAt,
  isRedeemed: false
})

type Step =
  | { readonly type: "shop"; readonly event: ShopEvent }
  | { readonly type: "fetch"; readonly order: number }
  | { readonly type: "arrive"; readonly reading: number }
  | { readonly type: "page" }
  | { readonly type: "guest"; readonly ticket: number }

const index = fc.nat({ max: 20 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("shop" as const), event: shopEvent }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("fetch" as const), order: index }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("arrive" as const), reading: index }) },
  { weight: 3, arbitrary: fc.constant({ type: "page" as const }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("guest" as const), ticket: index }) }
)

/** Reads changed orders page by page, while the shop goes on. Begins again from the time at which the last run began. */
class Sweep {
  #since = 0
  #began: number | null = null
  #offset = 0

  /** The next page, of two orders. */
  page(shop: ShopModel): { readonly readings: ReadonlyArray<Reading>; readonly isLast: boolean } {
    this.#began ??= shop.now
    const changed = shop.orders.filter(({ modifiedAt }) => modifiedAt >= this.#since)
    const readings = changed.slice(this.#offset, this.#offset + 2).map((order) => shop.read(order))
    this.#offset += 2
    const isLast = this.#offset >= changed.length
    if (isLast) {
      this.#since = this.#began
      this.#began = null
      this.#offset = 0
    }
    return { readings, isLast }
  }
}

class Run {
  readonly shop: ShopModel
  readonly store: Store
  readonly #sweep = new Sweep()
  readonly #readings: Array<Reading> = []
  readonly #arrived: Array<Reading> = []
  readonly #secrets = new Set<string>()

  constructor(showsCancelled: boolean, maximum: Money.Cents) {
    this.shop = new ShopModel(showsCancelled)
    this.store = new Store(maximum)
  }

  take(step: Step): void {
    if (step.type === "shop") this.shop.happen(step.event)
    else if (step.type === "page") this.#readPage()
    else if (step.type === "guest") this.#guest(step.ticket)
    else if (step.type === "fetch" && this.shop.orders.length > 0) {
      this.#readings.push(this.shop.read(this.shop.orders[step.order % this.shop.orders.length]!))
    } else if (step.type === "arrive" && this.#readings.length > 0) {
      this.#arrive(this.#readings[step.reading % this.#readings.length]!)
    }
    for (const { secret } of this.shop.tickets) this.#secrets.add(secret)
    this.#checkAlways()
  }

  /** The sweep ends the run under way and does one more; readings from before arrive once more after it. */
  finish(): void {
    while (!this.#readPage());
    while (!this.#readPage());
    this.#readings.forEach((reading) => this.#arrive(reading))
    this.#checkAlways()
  }

  /** Returns whether the run of the sweep has ended. */
  #readPage(): boolean {
    const { isLast, readings } = this.#sweep.page(this.shop)
    readings.forEach((reading) => this.#arrive(reading))
    return isLast
  }

  #arrive(reading: Reading): void {
    this.store.apply(reading)
    this.#arrived.push(reading)
  }

  #guest(at: number): void {
    const secrets = [...this.#secrets]
    const token = secrets[at % secrets.length]
    if (token === undefined) return
    const ticket = this.store.tickets.find((one) => one.token === token)
    if (this.store.admit(token)) assert.isFalse(this.#isKnownCancelled(ticket!.position!), "admitted after its cancel")
  }

  /** Whether the newest reading that says anything of a ticket says that it was cancelled. */
  #isKnownCancelled(position: string): boolean {
    const latest = (of: (reading: Reading) => boolean) =>
      Math.max(-1, ...this.#arrived.filter(of).map(({ order }) => order.modifiedAt.epochMilliseconds))
    const cancelled = latest(({ lost, order }) =>
      lost.includes(position) || (isOver(order) && order.positions.some(({ id }) => id === position))
    )
    return cancelled >
      latest(({ lost, order }) =>
        !isOver(order) && !lost.includes(position) && order.positions.some(({ id }) => id === position)
      )
  }

  #checkAlways(): void {
    const { tickets } = this.store
    assert.strictEqual(new Set(tickets.map(({ position }) => position)).size, tickets.length, "a ticket twice")
    assert.strictEqual(new Set(tickets.map(({ token }) => token)).size, tickets.length, "a code twice")
  }
}

const isOver = ({ status }: Reading["order"]) => status === "cancelled" || status === "expired"

const byKey = ([a]: readonly [string | null, unknown], [b]: readonly [string | null, unknown]) => Number(a) - Number(b)

/** In the end the tickets are those of the shop, and guests inside have what was paid, or there is a case. */
const checkEnd = ({ shop, store }: Run): void => {
  const owed = shop.owed()
  const usable = new Map(
    store.tickets.filter(({ state }) => state === "valid").map((
      ticket
    ) => [ticket.position, { token: ticket.token, credit: Number(ticket.credit) }])
  )
  assert.deepStrictEqual([...usable].toSorted(byKey), [...owed].toSorted(byKey), "tickets and their credit")
  for (const [id, { balance, cases, creditBooked }] of store.guests) {
    const { credit, state } = store.tickets.find((ticket) => ticket.id === id)!
    assert.strictEqual(balance, creditBooked)
    const isRight = state === "valid" && creditBooked === credit
    assert.strictEqual(cases.length, isRight ? 0 : 1, "a case for what could not be put right")
  }
}

it("keeps each ticket once, refuses cancelled ones and carries the credit that was paid", () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 80, size: "max" }),
      fc.boolean(),
      fc.constantFrom(6000n, 1_000_000n),
      (steps, shows, max) => {
        const run = new Run(shows, Money.Cents.make(max))
        for (const one of steps) run.take(one)
        run.finish()
        checkEnd(run)
      }
    ),
    { numRuns: 600 }
  )
})
