// What happens in the shop and at the till, in any order, with readings that arrive late or twice; and what must hold then.
import type * as Money from "@wristbank/core/ledger/Money"
import type { PresaleTicket } from "@wristbank/core/presale/PresaleTicket"
import fc from "fast-check"
import { assert } from "vitest"
import { type Reading, type ShopEvent, shopEvent, type ShopHabits, ShopModel } from "./ShopModel.ts"

/** A guest with a wristband. */
export interface GuestInside {
  readonly position: string | null
  readonly balance: Money.Cents
  readonly creditBooked: Money.Cents
  /** The number of decisions that wait for an operator. */
  readonly cases: number
}

/** The import under test with all that it has stored. */
export interface Importer {
  /** The highest balance of a guest, in cents: nobody comes in with more credit. */
  readonly maximum: Money.Cents
  /** Stores the orders of a page. */
  readonly apply: (page: ReadonlyArray<Reading>) => Promise<void>
  /** Whether a guest who shows this code is let in. */
  readonly admit: (token: string) => Promise<boolean>
  readonly tickets: () => Promise<ReadonlyArray<Pick<PresaleTicket, "position" | "token" | "state" | "credit">>>
  readonly guests: () => Promise<ReadonlyArray<GuestInside>>
  /** Ends a reading. */
  readonly settle: () => Promise<void>
}

export type Step =
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

  /** The next run reads everything, as every day and when an operator asks. */
  readAll(): void {
    this.#since = 0
  }

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

  /** At the entrance, at the end: whoever has a ticket of the shop comes in, and nobody else does. */
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
    const shows = ({ order }: Reading) => order.positions.some(({ id }) => id === position)
    const isUsable = (one: Reading) => !isOver(one.order) && !one.lost.includes(position) && shows(one)
    const imported = this.#arrived.findIndex(isUsable)
    if (imported < 0) return true
    const since = this.#arrived.slice(imported)
    const cancelled = since.filter((one) => one.lost.includes(position) || (isOver(one.order) && shows(one)))
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
export const checkEnd = async ({ importer, shop }: Run): Promise<void> => {
  const [owed, tickets] = [shop.owed(), await importer.tickets()]
  const usable = new Map(
    tickets.filter(({ state }) => state === "valid").map((
      ticket
    ) => [ticket.position, { token: ticket.token, credit: Number(ticket.credit) }])
  )
  assert.deepStrictEqual([...usable].toSorted(byKey), [...owed].toSorted(byKey), "tickets and their credit")
  for (const { cases, creditBooked, position } of await importer.guests()) {
    const { credit, state } = tickets.find((ticket) => ticket.position === position)!
    const isRight = state === "valid" && creditBooked === credit
    assert.strictEqual(cases, isRight ? 0 : 1, "a case for what could not be put right")
  }
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
