// What happens in the shop and at the till, in any order, with readings that arrive late or twice; and what must hold then.
import type * as Money from "@wristbank/core/base/Money"
import type { PresaleCaseKind } from "@wristbank/core/presale/PresaleCase"
import type { PresaleTicket } from "@wristbank/core/presale/PresaleTicket"
import fc from "fast-check"
import { assert } from "vitest"
import type { ShopHabits } from "./ShopAccount.ts"
import { type ShopEvent, shopEvent } from "./ShopEvent.ts"
import { type Reading, ShopModel, showsTicket } from "./ShopModel.ts"

/** A guest with a wristband. */
interface GuestInside {
  readonly position: string | null
  readonly balance: Money.Cents
  readonly creditBooked: Money.Cents
}

/** A decision that waits for an operator. */
export interface OpenCase {
  /** The position of a ticket, or the code of an order. */
  readonly subject: string
  readonly kind: PresaleCaseKind
  readonly amount: Money.Cents
}

/** The import under test with all that it has stored. */
export interface Importer {
  /** The highest balance of a guest, in cents: no one comes in with more credit. */
  readonly maximum: Money.Cents
  /** Stores the orders of a page. */
  readonly apply: (page: ReadonlyArray<Reading>) => Promise<void>
  /** Whether a guest who shows this code is let in. */
  readonly admit: (token: string) => Promise<boolean>
  readonly tickets: () => Promise<
    ReadonlyArray<Pick<PresaleTicket, "position" | "token" | "state" | "credit" | "paidBack">>
  >
  readonly guests: () => Promise<ReadonlyArray<GuestInside>>
  readonly cases: () => Promise<ReadonlyArray<OpenCase>>
  /** Ends a reading. */
  readonly settle: () => Promise<void>
}

export type Step =
  | { readonly type: "shop"; readonly event: ShopEvent }
  | { readonly type: "fetch"; readonly order: number }
  | { readonly type: "arrive"; readonly reading: number }
  | { readonly type: "page" }
  /** The next run reads everything, as it does once a day. */
  | { readonly type: "day" }
  | { readonly type: "guest"; readonly ticket: number }

const index = fc.nat({ max: 20 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("shop" as const), event: shopEvent }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("fetch" as const), order: index }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("arrive" as const), reading: index }) },
  { weight: 3, arbitrary: fc.constant({ type: "page" as const }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("guest" as const), ticket: index }) },
  { weight: 1, arbitrary: fc.constant({ type: "day" as const }) }
)

/** Reads changed orders page by page, while the shop goes on. Begins again from the time at which the last run began. */
class Sweep {
  #since = 0
  #began: number | null = null
  #offset = 0
  #isDueInFull = false

  /** The next run reads everything, as every day and when an operator asks. */
  readAll(): void {
    this.#isDueInFull = true
  }

  /** The next page, of two orders. */
  page(shop: ShopModel): { readonly readings: ReadonlyArray<Reading>; readonly isLast: boolean } {
    if (this.#began === null) {
      this.#began = shop.now
      if (this.#isDueInFull) this.#since = 0
      this.#isDueInFull = false
    }
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

/** Runs steps in the shop and in the import. */
export class Run {
  readonly shop: ShopModel
  readonly importer: Importer
  readonly #sweep = new Sweep()
  readonly #readings: Array<Reading> = []
  readonly #arrived: Array<Reading> = []
  readonly #secrets = new Set<string>()
  readonly #credits = new Map<string | null, Money.Cents>()

  constructor(habits: ShopHabits, importer: Importer) {
    this.shop = new ShopModel(habits)
    this.importer = importer
  }

  async take(step: Step): Promise<void> {
    if (step.type === "shop") this.shop.happen(step.event)
    else if (step.type === "page") await this.#readPage()
    else if (step.type === "day") this.#sweep.readAll()
    else if (step.type === "guest") await this.#guest(step.ticket)
    else if (step.type === "fetch" && this.shop.orders.length > 0) {
      this.#readings.push(this.shop.read(this.shop.orders[step.order % this.shop.orders.length]!))
    } else if (step.type === "arrive" && this.#readings.length > 0) {
      await this.#arrive([this.#readings[step.reading % this.#readings.length]!])
    }
    for (const { secret } of this.shop.tickets) this.#secrets.add(secret)
    await this.#checkAlways()
  }

  /**
   * The sweep ends the run under way and does one more, of everything if the list of changes can't show all; readings from before
   * arrive once more after it.
   */
  async finish(): Promise<void> {
    while (!await this.#readPage());
    if (this.shop.hasSilentChange) this.#sweep.readAll()
    while (!await this.#readPage());
    for (const reading of this.#readings) await this.#arrive([reading])
    await this.importer.settle()
    await this.#checkAlways()
  }

  /** Returns whether the run of the sweep has ended. */
  async #readPage(): Promise<boolean> {
    const { isLast, readings } = this.#sweep.page(this.shop)
    await this.#arrive(readings)
    return isLast
  }

  /** Readings of one version of an order arrive in the order in which they were made; those of several versions in any. */
  async #arrive(page: ReadonlyArray<Reading>): Promise<void> {
    const isOld = ({ at, order }: Reading) =>
      this.#arrived.some((one) => one.order.code === order.code && one.at > at && isSameVersion(one, order))
    const some = page.filter((reading) => !isOld(reading))
    await this.importer.apply(some)
    this.#arrived.push(...some)
  }

  /** At the entrance, at the end: everyone with a ticket of the shop comes in, and no one else does. */
  async admitAll(): Promise<void> {
    const inside = new Set((await this.importer.guests()).map(({ position }) => position))
    const owed = this.shop.owed()
    for (const { isCancelled, position, secret } of this.shop.tickets) {
      const credit = owed.get(position)?.credit ?? Infinity
      const isWelcome = credit <= Number(this.importer.maximum) && !inside.has(position)
      if (isWelcome || isCancelled || inside.has(position)) {
        assert.strictEqual(await this.importer.admit(secret), isWelcome, "at the entrance")
      }
    }
  }

  async #guest(at: number): Promise<void> {
    const secrets = [...this.#secrets]
    const token = secrets[at % secrets.length]
    if (token === undefined) return
    const ticket = (await this.importer.tickets()).find((one) => one.token === token)
    if (await this.importer.admit(token)) {
      assert.isFalse(this.#isKnownCancelled(ticket!.position!), "admitted after its cancel")
    }
  }

  /**
   * Whether the newest reading that says anything of a ticket says that it was cancelled. Nothing is remembered of tickets that were
   * cancelled before they were imported; what is fetched of an event is stored in turn, so no older reading brings them back.
   */
  #isKnownCancelled(position: string): boolean {
    const latest = (readings: ReadonlyArray<Reading>) =>
      Math.max(-1, ...readings.map(({ order }) => order.modifiedAt.epochMilliseconds))
    const shows = ({ order }: Reading) => showsTicket(order, position)
    const isUsable = ({ admissible }: Reading) => admissible.has(position)
    const imported = this.#arrived.findIndex(isUsable)
    if (imported < 0) return true
    const since = this.#arrived.slice(imported)
    // A position that an order no longer shows is cancelled there, if it was there.
    const wasIn = (code: string, before: number) =>
      since.slice(0, before).some((one) => one.order.code === code && shows(one))
    const cancelled = since.filter((one, at) =>
      one.lost.has(position) ? shows(one) || wasIn(one.order.code, at) : isOver(one.order) && shows(one)
    )
    return latest(cancelled) > latest(since.filter(isUsable))
  }

  async #checkAlways(): Promise<void> {
    const tickets = await this.importer.tickets()
    assert.strictEqual(new Set(tickets.map(({ position }) => position)).size, tickets.length, "a ticket twice")
    assert.strictEqual(new Set(tickets.map(({ token }) => token)).size, tickets.length, "a code twice")
    for (const { balance, creditBooked, position } of await this.importer.guests()) {
      assert.strictEqual(balance, creditBooked, "credit that is with the guest")
      assert.isTrue(creditBooked >= (this.#credits.get(position) ?? 0n), "taken from a guest inside")
      this.#credits.set(position, creditBooked)
    }
  }
}

const isSameVersion = (one: Reading, { modifiedAt }: Reading["order"]) =>
  one.order.modifiedAt.epochMilliseconds === modifiedAt.epochMilliseconds

const isOver = ({ status }: Reading["order"]) => status === "cancelled" || status === "expired"

const byKey = ([a]: readonly [string | null, unknown], [b]: readonly [string | null, unknown]) => Number(a) - Number(b)

/** In the end the tickets are those of the shop, and guests inside have what was paid, or there is a case. */
const checkEnd = async ({ importer, shop }: Run): Promise<void> => {
  const [owed, tickets, maximum] = [shop.owed(), await importer.tickets(), Number(importer.maximum)]
  const usable = new Map(
    tickets.filter(({ state }) => state === "valid").map((
      ticket
    ) => [
      ticket.position,
      { token: ticket.token, credit: Number(ticket.credit), paidBack: Number(ticket.paidBack) }
    ])
  )
  assert.deepStrictEqual([...usable].toSorted(byKey), [...owed].toSorted(byKey), "tickets and their credit")
  const known = new Set(tickets.map(({ position }) => position!))
  const expected: Array<readonly [string, PresaleCaseKind, number]> = []
  const inside = new Map(
    (await importer.guests()).map(({ creditBooked, position }) => [position!, Number(creditBooked)])
  )
  for (const [position, booked] of inside) {
    const { credit, paidBack = 0 } = owed.get(position) ?? {}
    if (credit !== undefined && credit >= booked && paidBack > 0) {
      expected.push([position, "credit_paid_back", paidBack])
    }
    if (credit === undefined) {
      const kind = shop.awaitsPayment(position) ? "unpaid_after_admission" : "cancelled_after_admission"
      expected.push([position, kind, booked])
    } else if (credit < booked) expected.push([position, "credit_lowered", booked - credit])
    else if (credit > maximum) expected.push([position, "credit_over_limit", credit - booked])
    else assert.strictEqual(booked, credit, "credit of a guest inside")
  }
  for (const [position, { credit, paidBack }] of owed) {
    if (!inside.has(position) && paidBack > 0) expected.push([position, "credit_paid_back", paidBack])
    if (!inside.has(position) && credit > maximum) {
      expected.push([position, "credit_over_limit_before_admission", credit])
    }
  }
  for (const [code, stray] of shop.stray(known)) expected.push([code, "credit_without_ticket", stray])
  const cases = (await importer.cases()).map(({ amount, kind, subject }) => [subject, kind, Number(amount)] as const)
  assert.sameDeepMembers(cases, expected, "a case for each thing that could not be put right")
}

/** What happens, and the ways of the shop. */
export const anyHistory = (length: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.tuple(
    fc.array(anyStep, { ...length, size: "max" }),
    fc.record({ showsCancelled: fc.boolean(), refundsSilently: fc.boolean() })
  )

export const live = async (run: Run, steps: ReadonlyArray<Step>): Promise<void> => {
  for (const one of steps) await run.take(one)
  await run.finish()
  await checkEnd(run)
  await run.admitAll()
  await checkEnd(run)
}
