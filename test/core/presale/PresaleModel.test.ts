// The rules of the import, against a model of the ticket shop.
import * as Money from "@wristbank/core/ledger/Money"
import { afterAdmission, caseChanges, type StoredCase } from "@wristbank/core/presale/PresaleCase"
import { changesBy, type PresaleTicket } from "@wristbank/core/presale/PresaleTicket"
import { type OrderedTicket, type OrderedTickets, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { assert, it } from "vitest"
import { anyHistory, type Importer, live, Run, type Step } from "./PresaleRun.ts"
import { products, type Reading } from "./ShopModel.ts"

interface Guest {
  creditBooked: Money.Cents
  balance: Money.Cents
  cases: Array<StoredCase>
}

/** All that the import has stored, with the rules under test applied to each reading. */
class Store implements Importer {
  #tickets: Array<PresaleTicket> = []
  readonly #guests = new Map<bigint, Guest>()
  readonly #versions = new Map<string, DateTime.Utc>()
  #ids = 0n

  readonly maximum: Money.Cents

  constructor(maximum: Money.Cents) {
    this.maximum = maximum
  }

  async apply(page: ReadonlyArray<Reading>): Promise<void> {
    for (const reading of page) this.#store(reading)
  }

  #store({ order }: Reading): void {
    const ordered = Result.getOrThrow(ticketsOf(order, products))
    const known = this.#versions.get(order.code) ?? null
    const positions = new Set(ordered.tickets.map(({ position }) => position))
    const tokens = new Set(ordered.tickets.map(({ token }) => token))
    const changes = Result.getOrThrow(changesBy(ordered, {
      modifiedAt: known,
      tickets: this.#tickets.filter(({ orderCode, position, token }) =>
        orderCode === order.code || positions.has(position!) || tokens.has(token)
      )
    }))
    for (const change of changes) {
      if (change.kind === "add") this.#tickets.push({ id: ++this.#ids, ...stored(ordered, change.ticket) })
      else {
        this.#tickets = this.#tickets.map((ticket) =>
          ticket.id !== change.id
            ? ticket
            : change.kind === "update"
            ? { id: ticket.id, ...stored(ordered, change.ticket) }
            : { ...ticket, state: "cancelled" }
        )
      }
    }
    if (known === null || DateTime.isLessThan(known, order.modifiedAt)) this.#versions.set(order.code, order.modifiedAt)
    for (const id of this.#guests.keys()) this.#settle(id)
  }

  async admit(token: string): Promise<boolean> {
    const ticket = this.#tickets.find((one) => one.token === token)
    if (ticket === undefined || ticket.state !== "valid" || this.#guests.has(ticket.id)) return false
    if (ticket.credit > this.maximum) return false
    this.#guests.set(ticket.id, { creditBooked: ticket.credit, balance: ticket.credit, cases: [] })
    return true
  }

  async tickets() {
    return this.#tickets
  }

  async guests() {
    return [...this.#guests].map(([id, { cases, ...guest }]) => ({
      ...guest,
      position: this.#tickets.find((ticket) => ticket.id === id)!.position,
      cases: cases.length
    }))
  }

  async settle(): Promise<void> {}

  #settle(id: bigint): void {
    const ticket = this.#tickets.find((one) => one.id === id)!
    const guest = this.#guests.get(id)!
    const { cases, raise } = afterAdmission({ ...ticket, ...guest, maximum: this.maximum })
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

/**
 * A ticket moves to another order, which is read and then cancelled; a reading of its first order from before all of that arrives
 * last, and the guest comes.
 */
const movedTicket: ReadonlyArray<Step> = [
  { type: "shop", event: { type: "place", credits: [0], isTest: false } },
  { type: "shop", event: { type: "status", order: 0, status: "paid" } },
  { type: "fetch", order: 0 },
  { type: "shop", event: { type: "split", ticket: 0 } },
  { type: "fetch", order: 1 },
  { type: "arrive", reading: 1 },
  { type: "shop", event: { type: "status", order: 1, status: "cancelled" } },
  { type: "fetch", order: 1 },
  { type: "arrive", reading: 2 },
  { type: "arrive", reading: 0 },
  { type: "guest", ticket: 0 }
]

it("keeps each ticket once, refuses cancelled ones and carries the credit that was paid", () =>
  fc.assert(
    fc.asyncProperty(
      anyHistory({ maxLength: 80 }),
      fc.constantFrom(6000n, 1_000_000n),
      ([steps, habits], maximum) => live(new Run(habits, new Store(Money.Cents.make(maximum))), steps)
    ),
    { numRuns: 600, examples: [[[movedTicket, { showsCancelled: true, refundsSilently: false }], 6000n]] }
  ))
