// The rules of the import, against a model of the ticket shop.
import * as Money from "@wristbank/core/base/Money"
import {
  afterAdmission,
  beforeAdmission,
  caseChanges,
  type PresaleCase,
  type StoredCase
} from "@wristbank/core/presale/PresaleCase"
import { changesBy, type PresaleTicket, strayCredit } from "@wristbank/core/presale/PresaleTicket"
import { type ShopOrderVersion, type ShopTicket, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { assert, it } from "vitest"
import { anyHistory, type Importer, live, Run, type Step } from "./PresaleRun.ts"
import { products } from "./ShopAccount.ts"
import type { Reading } from "./ShopModel.ts"

interface Guest {
  creditBooked: Money.Cents
  balance: Money.Cents
}

/** All that the import has stored, with the rules under test applied to each reading. */
class Store implements Importer {
  #tickets: Array<PresaleTicket> = []
  readonly #guests = new Map<bigint, Guest>()
  readonly #versions = new Map<string, DateTime.Utc>()
  /** Of tickets and of orders. */
  readonly #cases = new Map<bigint | string, ReadonlyArray<StoredCase>>()
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
      ),
      // No credit of this shop leaves the order of its ticket.
      creditBefore: new Map(),
      creditElsewhere: new Map()
    }))
    const given = new Set(changes.flatMap((change) => "ticket" in change ? [change.ticket.token] : []))
    for (const change of changes) {
      if (change.kind === "add") this.#tickets.push({ id: ++this.#ids, ...stored(ordered, change.ticket) })
      else {
        this.#tickets = this.#tickets.map((ticket) =>
          ticket.id !== change.id
            ? ticket
            : change.kind === "update"
            ? { id: ticket.id, ...stored(ordered, change.ticket) }
            : { ...ticket, state: "cancelled", token: given.has(ticket.token) ? `replaced ${ticket.id}` : ticket.token }
        )
      }
    }
    const isStale = known !== null && DateTime.isLessThan(order.modifiedAt, known)
    if (!isStale) {
      this.#versions.set(order.code, order.modifiedAt)
      const present = new Set(this.#tickets.map(({ position }) => position))
      const stray = strayCredit(ordered.otherCredit.map(({ amount, owner }) => ({
        amount,
        isOfTicket: owner !== null && present.has(owner)
      })))
      this.#review(order.code, stray > 0n ? [{ kind: "credit_without_ticket", amount: stray }] : [])
    }
    for (const { id } of this.#tickets) this.#settle(id)
  }

  async admit(token: string): Promise<boolean> {
    const ticket = this.#tickets.find((one) => one.token === token)
    if (ticket === undefined || ticket.state !== "valid" || this.#guests.has(ticket.id)) return false
    if (ticket.credit > this.maximum) return false
    this.#guests.set(ticket.id, { creditBooked: ticket.credit, balance: ticket.credit })
    return true
  }

  async tickets() {
    return this.#tickets
  }

  async guests() {
    return [...this.#guests].map(([id, guest]) => ({ ...guest, position: this.#ticket(id).position }))
  }

  async cases() {
    return [...this.#cases].flatMap(([of, cases]) => {
      const subject = typeof of === "string" ? of : this.#ticket(of).position!
      return cases.map((one) => ({ ...one, subject }))
    })
  }

  async settle(): Promise<void> {}

  #ticket(id: bigint): PresaleTicket {
    return this.#tickets.find((one) => one.id === id)!
  }

  #settle(id: bigint): void {
    const ticket = this.#ticket(id)
    const guest = this.#guests.get(id)
    const { maximum } = this
    const paidBack = ticket.state === "valid" ? ticket.paidBack : Money.zero
    if (guest === undefined) {
      const creditToCome = ticket.state === "valid" ? ticket.credit : Money.zero
      return this.#review(id, beforeAdmission({ balance: Money.zero, creditToCome, maximum, paidBack }))
    }
    const { cases, raise } = afterAdmission({ ...ticket, ...guest, maximum, paidBack })
    assert.isTrue(raise >= 0n)
    guest.creditBooked = Money.add(guest.creditBooked, raise)
    guest.balance = Money.add(guest.balance, raise)
    this.#review(id, cases)
  }

  #review(of: bigint | string, wanted: ReadonlyArray<PresaleCase>): void {
    const known = this.#cases.get(of) ?? []
    const { open, withdraw } = caseChanges(wanted, known)
    this.#cases.set(of, [
      ...known.filter((one) => !withdraw.includes(one.id)),
      ...open.map((one) => ({ ...one, id: ++this.#ids, isSettled: false }))
    ])
  }
}

const stored = ({ code, modifiedAt, shop }: ShopOrderVersion, ticket: ShopTicket) => ({
  ...ticket,
  shop,
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
