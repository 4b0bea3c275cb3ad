import * as Money from "@wristbank/core/base/Money"
import { changesBy, type PresaleTicket, type StoredOrder } from "@wristbank/core/presale/PresaleTicket"
import { type ShopOrder, type ShopPosition, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { DateTime, Result } from "effect"
import { assert, describe, it } from "vitest"

const euro = (amount: number) => Money.Cents.make(BigInt(amount * 100))
const at = (minute: number) => DateTime.makeUnsafe(minute * 60_000)
const products = { tickets: new Set([101n]), credit: new Set([201n]), subevents: new Set<bigint>() }

const position = (id: string, given: Partial<ShopPosition> = {}): ShopPosition => ({
  id,
  product: 101n,
  variation: null,
  validFrom: null,
  validUntil: null,
  subevent: null,
  secret: `secret-${id}`,
  price: euro(45),
  addonTo: null,
  isCancelled: false,
  isBlocked: false,
  checkedInAt: null,
  name: null,
  email: null,
  ...given
})

const credit = (id: string, amount: number, addonTo: string | null) =>
  position(id, { product: 201n, price: euro(amount), addonTo })

const order = (positions: ReadonlyArray<ShopPosition>, given: Partial<ShopOrder> = {}): ShopOrder => ({
  shop: "shop",
  code: "ABC12",
  link: null,
  status: "paid",
  isValidUnpaid: false,
  isTest: false,
  placedAt: at(0),
  modifiedAt: at(1),
  name: "Ada",
  email: "ada@example.org",
  outstanding: Money.zero,
  needsAttention: false,
  note: null,
  positions,
  ...given
})

const read = (given: ShopOrder) => Result.getOrThrow(ticketsOf(given, products))
const creditsOf = (given: ShopOrder) => read(given).tickets.map((ticket) => Money.format(ticket.credit))
const ruleOf = <A>(result: Result.Result<A, { readonly rule: string }>) =>
  Result.isFailure(result) ? result.failure.rule : undefined

/** The tickets that are stored once the order was imported into an empty event. */
const storedFrom = (given: ShopOrder): ReadonlyArray<PresaleTicket> =>
  read(given).tickets.map((ticket, n) => ({
    ...ticket,
    id: BigInt(n + 1),
    shop: given.shop,
    orderCode: given.code,
    modifiedAt: given.modifiedAt,
    isRedeemed: false
  }))

const stored = (modifiedAt: StoredOrder["modifiedAt"], tickets: ReadonlyArray<PresaleTicket>): StoredOrder => ({
  modifiedAt,
  tickets,
  creditBefore: new Map(),
  creditElsewhere: new Map()
})

const known = (given: ShopOrder) => stored(given.modifiedAt, storedFrom(given))

describe("the tickets of an order", () => {
  it("are its positions of a ticket product, with name and address of the order where they have none", () => {
    const { tickets } = read(order([position("1", { name: "Bo" }), position("2", { product: 99n }), position("3")]))
    assert.deepStrictEqual(tickets.map(({ email, name, position: id, token }) => [id, token, name, email]), [
      ["1", "secret-1", "Bo", "ada@example.org"],
      ["3", "secret-3", "Ada", "ada@example.org"]
    ])
  })

  it("carry the credit that was bought with them", () => {
    const ticket = position("1")
    assert.deepStrictEqual(creditsOf(order([ticket, credit("2", 20, "1"), credit("3", 10, "1"), position("4")])), [
      "30.00",
      "0.00"
    ])
    const cancelled = { ...credit("2", 20, "1"), isCancelled: true }
    assert.deepStrictEqual(creditsOf(order([ticket, cancelled])), ["0.00"])
  })

  it("carry credit that stands alone if there is only one, and leave it to an operator otherwise", () => {
    assert.deepStrictEqual(creditsOf(order([position("1"), credit("2", 20, null)])), ["20.00"])
    const two = read(order([position("1"), position("2"), credit("3", 20, null)]))
    assert.deepStrictEqual(two.otherCredit, [{ owner: null, amount: euro(20) }])
    assert.deepStrictEqual(two.tickets.map((ticket) => ticket.credit), [Money.zero, Money.zero])
    assert.deepStrictEqual(read(order([credit("3", 20, null)])).otherCredit, [{ owner: null, amount: euro(20) }])
  })

  it("lose the credit that was paid back, from the last one", () => {
    const positions = [position("1"), credit("2", 20, "1"), position("3"), credit("4", 20, "3")]
    assert.deepStrictEqual(creditsOf(order(positions, { outstanding: euro(25) })), ["15.00", "0.00"])
    assert.deepStrictEqual(creditsOf(order(positions, { outstanding: euro(500) })), ["0.00", "0.00"])
  })

  it("say what was paid back of the credit that was bought with a valid ticket", () => {
    const positions = [position("1", { isBlocked: true }), credit("2", 20, "1"), position("3"), credit("4", 50, "3")]
    const paidBack = (amount: number) =>
      read(order(positions, { outstanding: euro(amount) })).tickets.map((one) => Money.format(one.paidBack))
    assert.deepStrictEqual(paidBack(0), ["0.00", "0.00"])
    assert.deepStrictEqual(paidBack(20), ["0.00", "0.00"])
    assert.deepStrictEqual(paidBack(50), ["0.00", "30.00"])
    assert.deepStrictEqual(paidBack(500), ["0.00", "50.00"])
  })

  it("that can't be used keep the credit that is theirs, which is no stray credit as well", () => {
    const blocked = position("1", { isBlocked: true })
    for (const owner of ["1", null]) {
      const { otherCredit, tickets } = read(order([blocked, credit("2", 20, owner)]))
      assert.deepStrictEqual([otherCredit, tickets.map((one) => Money.format(one.credit))], [[], ["20.00"]])
    }
    // It is not for the other one, and nothing says for which of two.
    const other = position("3")
    assert.deepStrictEqual(creditsOf(order([blocked, credit("2", 20, "1"), other])), ["20.00", "0.00"])
    const two = read(order([blocked, position("3", { isBlocked: true }), credit("2", 20, null)]))
    assert.deepStrictEqual(two.otherCredit, [{ owner: null, amount: euro(20) }])
    // Bought for what is no ticket here.
    const upgraded = read(order([position("1", { product: 99n }), credit("2", 20, "1")]))
    assert.deepStrictEqual(upgraded.otherCredit, [{ owner: "1", amount: euro(20) }])
  })

  it("are valid without their credit while an order that may be used unpaid is not paid", () => {
    const { tickets } = read(
      order([position("1"), credit("2", 20, "1")], { status: "pending", isValidUnpaid: true })
    )
    assert.deepStrictEqual(tickets.map((ticket) => [ticket.state, ticket.credit]), [["valid", Money.zero]])
  })

  it("are none in the shop's test mode", () => {
    assert.deepStrictEqual(read(order([position("1"), credit("2", 20, null)], { isTest: true })), {
      shop: "shop",
      code: "ABC12",
      link: null,
      placedAt: at(0),
      modifiedAt: at(1),
      tickets: [],
      otherCredit: []
    })
  })

  it("are those for the chosen dates of a series, and those without a date", () => {
    const given = order([
      position("1", { subevent: 11n }),
      position("2", { subevent: 12n }),
      { ...credit("3", 20, "1"), subevent: 11n },
      { ...credit("4", 30, null), subevent: 12n },
      position("5")
    ])
    const on = (...subevents: ReadonlyArray<bigint>) =>
      Result.getOrThrow(ticketsOf(given, { ...products, subevents: new Set(subevents) }))
    const shown = ({ otherCredit, tickets }: ReturnType<typeof on>) => [
      ...tickets.map((one) => [one.position, Money.format(one.credit)]),
      ...otherCredit.map(({ amount }) => Money.format(amount))
    ]
    assert.deepStrictEqual(shown(on(11n)), [["1", "20.00"], ["5", "0.00"]])
    // The only ticket for its date.
    assert.deepStrictEqual(shown(on(12n)), [["2", "30.00"], ["5", "0.00"]])
    assert.deepStrictEqual(shown(on()), [["1", "20.00"], ["2", "30.00"], ["5", "0.00"]])
    assert.deepStrictEqual(on(11n, 12n), on())
    // A ticket that moves to another date is cancelled here.
    const moved = order([position("1", { subevent: 12n })], { modifiedAt: at(2) })
    const before = stored(given.modifiedAt, storedFrom(order([position("1")])))
    const changes = changesBy(
      Result.getOrThrow(ticketsOf(moved, { ...products, subevents: new Set([11n]) })),
      before
    )
    assert.deepStrictEqual(Result.getOrThrow(changes), [{ kind: "cancel", id: 1n }])
  })

  it("can't be read from an order that contradicts itself", () => {
    assert.strictEqual(ruleOf(ticketsOf(order([position("1"), position("1")]), products)), "presale.position_twice")
    const sameCode = [position("1"), position("2", { secret: "secret-1" })]
    assert.strictEqual(ruleOf(ticketsOf(order(sameCode), products)), "presale.token_twice")
    assert.strictEqual(ruleOf(ticketsOf(order([credit("1", -1, null)]), products)), "presale.price_negative")
  })
})

describe("the changes by an order", () => {
  const before = order([position("1"), position("2")])

  const kinds = (after: ShopOrder, of: StoredOrder = known(before)) =>
    Result.getOrThrow(changesBy(read(after), of)).map((change) =>
      !("ticket" in change) ? change.kind : `${change.kind} ${change.ticket.position} ${change.ticket.state}`
    )

  it("add tickets once they are paid, and nothing that is not", () => {
    const none = stored(null, [])
    assert.deepStrictEqual(kinds(before, none), ["add 1 valid", "add 2 valid"])
    for (const status of ["pending", "expired", "cancelled"] as const) {
      assert.deepStrictEqual(kinds(order(before.positions, { status }), none), [])
    }
    assert.deepStrictEqual(kinds(before), [])
  })

  it("follow the state of the order and of each position, in both directions", () => {
    const later = (positions: ReadonlyArray<ShopPosition>, status: ShopOrder["status"] = "paid") =>
      order(positions, { status, modifiedAt: at(2) })
    assert.deepStrictEqual(kinds(later(before.positions, "cancelled")), ["update 1 cancelled", "update 2 cancelled"])
    assert.deepStrictEqual(kinds(later(before.positions, "pending")), ["update 1 suspended", "update 2 suspended"])
    assert.deepStrictEqual(kinds(later([position("2")])), ["update 2 valid", "cancel"])
    assert.deepStrictEqual(kinds(later([position("1", { isBlocked: true }), position("2")])), [
      "update 1 cancelled",
      "update 2 valid"
    ])
    assert.deepStrictEqual(kinds(later([position("1", { product: 99n }), position("2")])), ["update 2 valid", "cancel"])
    const cancelled = later(before.positions, "cancelled")
    const back = order(before.positions, { modifiedAt: at(3) })
    assert.deepStrictEqual(kinds(back, known(cancelled)), ["update 1 valid", "update 2 valid"])
  })

  it("replace the code of a ticket, also when two tickets exchange theirs", () => {
    const [one, two] = [position("1", { secret: "secret-2" }), position("2", { secret: "secret-1" })]
    assert.deepStrictEqual(kinds(order([one, two], { modifiedAt: at(2) })), ["update 1 valid", "update 2 valid"])
    // The other one is gone from the order, or was before.
    const later = order([one], { modifiedAt: at(2) })
    const cancelled = storedFrom(before).map((ticket) => ({ ...ticket, state: "cancelled" as const }))
    for (const tickets of [storedFrom(before), cancelled]) {
      assert.deepStrictEqual(kinds(later, stored(at(1), tickets)), ["update 1 valid", "cancel"])
    }
  })

  it("are refused while another ticket of the event has the code, also a cancelled one", () => {
    for (const state of ["valid", "cancelled"] as const) {
      const [other] = storedFrom(order([position("9", { secret: "secret-1" })], { code: "OTHER" }))
      const outcome = changesBy(read(before), stored(null, [{ ...other!, state }]))
      assert.strictEqual(ruleOf(outcome), "presale.token_taken")
    }
  })

  it("move credit with an order that pays for a ticket of another one, once both were read after the split", () => {
    const split = order([credit("2", 20, "1")], { code: "SPLIT", placedAt: at(2), modifiedAt: at(3) })
    const [ticket] = storedFrom(order([position("1"), credit("2", 20, "1")]))
    const changes = (given: Partial<PresaleTicket>, paidBefore: number, now = split) =>
      Result.getOrThrow(changesBy(read(now), {
        modifiedAt: null,
        tickets: [{ ...ticket!, ...given }],
        creditBefore: paidBefore === 0 ? new Map() : new Map([["1", euro(paidBefore)]]),
        creditElsewhere: new Map()
      }))
    // Its own order was read before: the credit is its own still.
    assert.deepStrictEqual(changes({}, 0), [])
    const rest = { modifiedAt: at(2), credit: Money.zero }
    assert.deepStrictEqual(changes(rest, 0), [{ kind: "credit", id: 1n, credit: euro(20) }])
    assert.deepStrictEqual(changes({ ...rest, credit: euro(20) }, 20), [])
    const cancelled = { ...split, status: "cancelled" as const }
    assert.deepStrictEqual(changes({ ...rest, credit: euro(25) }, 20, cancelled), [{
      kind: "credit",
      id: 1n,
      credit: euro(5)
    }])
    assert.deepStrictEqual(changes({ ...rest, state: "suspended" }, 0), [])
  })

  it("are none by a version older than the stored one", () => {
    const newer = order([position("2")], { modifiedAt: at(5) })
    assert.deepStrictEqual(kinds(before, known(newer)), [])
  })

  it("leave a position with the order to which it moved, whichever of both is read first", () => {
    const moved = order([position("1")], { code: "NEW", modifiedAt: at(3) })
    const rest = order([position("2")], { modifiedAt: at(2) })
    const [one] = storedFrom(moved)
    assert.deepStrictEqual(kinds(rest, stored(at(1), storedFrom(before).slice(1))), [
      "update 2 valid"
    ])
    assert.deepStrictEqual(kinds(before, stored(null, [one!])), ["add 2 valid"])
    const cancelledFirst = { ...storedFrom(before)[0]!, state: "cancelled" as const }
    assert.deepStrictEqual(kinds(moved, stored(null, [cancelledFirst])), ["update 1 valid"])
  })
})
