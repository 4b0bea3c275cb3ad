import { DateTime } from "effect"

/** A position as the REST API of pretix shows it. */
export interface FakePosition {
  readonly id: number
  readonly item: number
  /** The date of an event series. */
  readonly subevent?: number | null
  readonly price: string
  readonly secret: string
  readonly attendee_name?: string | null
  readonly attendee_email?: string | null
  readonly addon_to?: number | null
  readonly canceled?: boolean
  readonly blocked?: ReadonlyArray<string> | null
  /** The ticket is refused before and after. */
  readonly valid_from?: string | null
  readonly valid_until?: string | null
  readonly variation?: number | null
  readonly checkins?: ReadonlyArray<{ readonly list: number; readonly datetime: string; readonly type: string }>
}

/** An order as the API shows it. */
export interface FakeOrder {
  readonly code: string
  readonly status: "n" | "p" | "e" | "c"
  readonly testmode: boolean
  readonly email: string | null
  readonly datetime: string
  readonly last_modified: string
  readonly valid_if_pending: boolean
  /** Whether its tickets are to be looked at more closely when they are checked in, and what is to be checked. */
  readonly checkin_attention?: boolean
  readonly checkin_text?: string | null
  readonly invoice_address: { readonly name?: string; readonly company?: string } | null
  readonly total: string
  readonly positions: ReadonlyArray<FakePosition>
  readonly payments: ReadonlyArray<{ readonly state: string; readonly amount: string }>
  readonly refunds: ReadonlyArray<{ readonly state: string; readonly amount: string }>
}

/** The answer to one request: `hang` gives none, `pass` the regular one, `lose` does what was asked and answers 502. */
export type FakeFault =
  | {
    readonly kind: "answer"
    readonly status: number
    readonly body: unknown
    readonly headers?: Record<string, string>
  }
  | { readonly kind: "hang" }
  | { readonly kind: "lose" }
  | { readonly kind: "pass" }

/** A request that arrived. */
export interface ShopRequestSeen {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly authorization: string | undefined
}

/** A list of the shop at which tickets are checked in. */
export interface FakeCheckInList {
  readonly id: number
  readonly name: string
  readonly all_products: boolean
  readonly limit_products: ReadonlyArray<number>
  /** The date of an event series whose tickets it has; null for all. */
  readonly subevent?: number | null
}

/** A date of an event series. */
export interface FakeDate {
  readonly id: number
  readonly name: Record<string, string>
  readonly date_from: string
}

/** A product as the API shows it, or a variation of one. */
export interface FakeProduct {
  readonly id: number
  readonly name: Record<string, string>
  readonly default_price: string
  readonly checkin_attention?: boolean
  readonly checkin_text?: string | null
  readonly variations?: ReadonlyArray<{
    readonly id: number
    readonly value: Record<string, string>
    readonly checkin_attention?: boolean
    readonly checkin_text?: string | null
  }>
}

/** The state of a ticket shop that stands in for pretix; tests and the demo change it as its staff would. */
export class FakeShopBook {
  readonly requests: Array<ShopRequestSeen> = []
  readonly products: Array<FakeProduct> = []
  readonly checkInLists: Array<FakeCheckInList> = [{
    id: 1,
    name: "Entrance",
    all_products: true,
    limit_products: []
  }]
  /** The dates of the event; none if it is no series. */
  readonly dates: Array<FakeDate> = []
  /** Of all amounts of the event: orders don't name it. */
  currency = "EUR"
  /** The tickets that were checked in, by secret, with the nonces that did it. */
  readonly checkedIn = new Map<string, Set<string>>()
  /** The nonces of all check-ins that were asked for, by secret. */
  readonly nonces = new Map<string, Array<string>>()
  /** Refusals of check-ins by secret, such as `rules`. */
  readonly refusals = new Map<string, string>()
  /** The address that gets a report of each cancelled order; null for none. */
  webhook: URL | null = null
  key = "key of the stand-in"
  /** Whether the team of the key has the right to check in, beside that to view orders. */
  mayCheckIn = true
  organizer = "stand-in"
  event = "festival"
  pageSize = 50
  #orders = new Map<string, FakeOrder>()
  readonly #ordersByEvent = new Map<string, Map<string, FakeOrder>>()
  #listed: { readonly asked: string; readonly rows: ReadonlyArray<FakeOrder> } | undefined
  #faults: Array<FakeFault> = []
  #passed = 0
  readonly #clock: () => DateTime.DateTime

  /** Without a clock, each look at the time is a second later than the one before. */
  constructor(clock: () => DateTime.DateTime = everySecond()) {
    this.#clock = clock
  }

  /** Goes on with another event of the organiser, which numbers its orders for itself; those of this one stay as they are. */
  turnTo(event: string): void {
    this.#ordersByEvent.set(this.event, this.#orders)
    this.#orders = this.#ordersByEvent.get(event) ?? new Map<string, FakeOrder>()
    this.#listed = undefined
    this.event = event
  }

  now(): string {
    return DateTime.formatIso(DateTime.add(this.#clock(), { minutes: this.#passed }))
  }

  /** Moves the clock on. */
  pass(minutes: number): void {
    this.#passed += minutes
  }

  /** Places an order, paid in full unless it says otherwise. */
  place(code: string, positions: ReadonlyArray<FakePosition>, given: Partial<FakeOrder> = {}): void {
    const now = this.now()
    const total = positions.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0) / 100
    this.#store({
      code,
      status: "p",
      testmode: false,
      email: `${code.toLowerCase()}@example.org`,
      datetime: now,
      last_modified: now,
      valid_if_pending: false,
      invoice_address: null,
      total: total.toFixed(2),
      positions,
      payments: [{ state: "confirmed", amount: total.toFixed(2) }],
      refunds: [],
      ...given
    })
  }

  /** Changes an order. */
  change(code: string, changed: Partial<FakeOrder>): void {
    this.begin(code, changed)()
  }

  /** Begins a transaction that changes an order: it has its time now, but no one sees the change before the returned commit. */
  begin(code: string, changed: Partial<FakeOrder>): () => void {
    const order = this.#orders.get(code)
    if (order === undefined) throw new Error(`There is no order ${code}`)
    const changedOrder = { ...order, last_modified: this.now(), ...changed }
    return () => this.#store(changedOrder)
  }

  #store(order: FakeOrder): void {
    this.#orders.set(order.code, order)
    this.#listed = undefined
  }

  order(code: string): FakeOrder | undefined {
    return this.#orders.get(code)
  }

  /** Orders that changed since, by the time they were placed. */
  changedSince(since: string | null, withTests: boolean): ReadonlyArray<FakeOrder> {
    const asked = `${since} ${withTests}`
    // The pages of a long list are asked for one after the other.
    if (this.#listed?.asked !== asked) {
      const rows = [...this.#orders.values()]
        .filter(({ last_modified, testmode }) => (since === null || last_modified >= since) && (withTests || !testmode))
        .toSorted((a, b) => a.datetime < b.datetime ? -1 : 1)
      this.#listed = { asked, rows }
    }
    return this.#listed.rows
  }

  /** Positions with this secret, or all, each with the code of its order. */
  positionsWith(secret: string | null): ReadonlyArray<FakePosition & { readonly order: string }> {
    return [...this.#orders.values()].flatMap(({ code, positions }) =>
      positions.filter((one) => secret === null || one.secret === secret).map((one) => ({ ...one, order: code }))
    )
  }

  /** Answers the next requests with faults, one each. */
  fail(...faults: ReadonlyArray<FakeFault>): void {
    this.#faults.push(...faults)
  }

  nextFault(): FakeFault | undefined {
    return this.#faults.shift()
  }

  /** Checks a ticket in, as the API answers it; the order counts as changed by it. Validity is that of the given time. */
  checkIn(
    secret: string,
    nonce: string,
    { at = this.now(), list = 1 }: { readonly at?: string; readonly list?: number } = {}
  ): { readonly status: number; readonly body: unknown } {
    const order = [...this.#orders.values()].find(({ positions }) => positions.some((one) => one.secret === secret))
    const position = order?.positions.find((one) => one.secret === secret)
    if (order === undefined || position === undefined) {
      return { status: 404, body: { detail: "Not found.", status: "error", reason: "invalid" } }
    }
    const refusal = this.refusals.get(secret) ?? (isValidAt(position, at) ? undefined : "invalid_time")
    if (refusal !== undefined) return { status: 400, body: { status: "error", reason: refusal } }
    this.nonces.set(secret, [...this.nonces.get(secret) ?? [], nonce])
    const nonces = this.checkedIn.get(secret)
    if (nonces?.has(nonce) === true) return { status: 201, body: { status: "ok" } }
    if (nonces !== undefined) return { status: 400, body: { status: "error", reason: "already_redeemed" } }
    this.checkedIn.set(secret, new Set([nonce]))
    const entry = { list, datetime: at, type: "entry" }
    this.change(order.code, {
      positions: order.positions.map((one) =>
        one.secret === secret ? { ...one, checkins: [...one.checkins ?? [], entry] } : one
      )
    })
    return { status: 201, body: { status: "ok" } }
  }
}

const isValidAt = ({ valid_from, valid_until }: FakePosition, at: string): boolean => {
  const time = Date.parse(at)
  return !(time < Date.parse(valid_from ?? "")) && !(time > Date.parse(valid_until ?? ""))
}

const everySecond = () => {
  let millis = Date.UTC(2026, 4, 1)
  return () => DateTime.makeUnsafe(millis += 1000)
}
