import * as Money from "@wristbank/core/ledger/Money"
import { afterAdmission, beforeAdmission, caseChanges } from "@wristbank/core/presale/PresaleCase"
import { changesBy, type KnownOrder, type PresaleTicket } from "@wristbank/core/presale/PresaleTicket"
import { type ShopOrder, type ShopPosition, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const euro = (amount: number) => Money.Cents.make(BigInt(amount * 100))
const at = (minute: number) => DateTime.makeUnsafe(minute * 60_000)
const products = { tickets: new Set([101n]), credit: new Set([201n]), subevents: new Set<bigint>() }

const position = (id: string, given: Partial<ShopPosition> = {}): ShopPosition => ({
  id,
  product: 101n,
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
    orderCode: given.code,
    modifiedAt: given.modifiedAt,
    isRedeemed: false
  }))

const known = (given: ShopOrder) => ({ modifiedAt: given.modifiedAt, tickets: storedFrom(given) })

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
    assert.strictEqual(two.strayCredit, euro(20))
    assert.deepStrictEqual(two.tickets.map((ticket) => ticket.credit), [Money.zero, Money.zero])
    assert.strictEqual(read(order([credit("3", 20, null)])).strayCredit, euro(20))
  })

  it("lose the credit that was paid back, from the last one", () => {
    const positions = [position("1"), credit("2", 20, "1"), position("3"), credit("4", 20, "3")]
    assert.deepStrictEqual(creditsOf(order(positions, { outstanding: euro(25) })), ["15.00", "0.00"])
    assert.deepStrictEqual(creditsOf(order(positions, { outstanding: euro(500) })), ["0.00", "0.00"])
  })

  it("are valid without their credit while an order that may be used unpaid is not paid", () => {
    const { tickets } = read(
      order([position("1"), credit("2", 20, "1")], { status: "pending", isValidUnpaid: true })
    )
    assert.deepStrictEqual(tickets.map((ticket) => [ticket.state, ticket.credit]), [["valid", Money.zero]])
  })

  it("are none in the shop's test mode", () => {
    assert.deepStrictEqual(read(order([position("1"), credit("2", 20, null)], { isTest: true })), {
      code: "ABC12",
      link: null,
      placedAt: at(0),
      modifiedAt: at(1),
      tickets: [],
      strayCredit: Money.zero
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
    const shown = ({ strayCredit, tickets }: ReturnType<typeof on>) => [
      ...tickets.map((one) => [one.position, Money.format(one.credit)]),
      Money.format(strayCredit)
    ]
    assert.deepStrictEqual(shown(on(11n)), [["1", "20.00"], ["5", "0.00"], "0.00"])
    assert.deepStrictEqual(shown(on(12n)), [["2", "0.00"], ["5", "0.00"], "30.00"])
    assert.deepStrictEqual(on(11n, 12n), on())
    // A ticket that moves to another date is cancelled here.
    const moved = order([position("1", { subevent: 12n })], { modifiedAt: at(2) })
    const before = { modifiedAt: given.modifiedAt, tickets: storedFrom(order([position("1")])) }
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

  const kinds = (after: ShopOrder, stored: KnownOrder = known(before)) =>
    Result.getOrThrow(changesBy(read(after), stored)).map((change) =>
      change.kind === "cancel" ? change.kind : `${change.kind} ${change.ticket.position} ${change.ticket.state}`
    )

  it("add tickets once they are paid, and nothing that is not", () => {
    const none = { modifiedAt: null, tickets: [] }
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
      assert.deepStrictEqual(kinds(later, { modifiedAt: at(1), tickets }), ["update 1 valid", "cancel"])
    }
  })

  it("are refused while another ticket of the event has the code, also a cancelled one", () => {
    for (const state of ["valid", "cancelled"] as const) {
      const [other] = storedFrom(order([position("9", { secret: "secret-1" })], { code: "OTHER" }))
      const outcome = changesBy(read(before), { modifiedAt: null, tickets: [{ ...other!, state }] })
      assert.strictEqual(ruleOf(outcome), "presale.token_taken")
    }
  })

  it("are none by a version older than the stored one", () => {
    const newer = order([position("2")], { modifiedAt: at(5) })
    assert.deepStrictEqual(kinds(before, known(newer)), [])
  })

  it("leave a position with the order to which it moved, whichever of both is read first", () => {
    const moved = order([position("1")], { code: "NEW", modifiedAt: at(3) })
    const rest = order([position("2")], { modifiedAt: at(2) })
    const [one] = storedFrom(moved)
    assert.deepStrictEqual(kinds(rest, { modifiedAt: at(1), tickets: storedFrom(before).slice(1) }), [
      "update 2 valid"
    ])
    assert.deepStrictEqual(kinds(before, { modifiedAt: null, tickets: [one!] }), ["add 2 valid"])
    const cancelledFirst = { ...storedFrom(before)[0]!, state: "cancelled" as const }
    assert.deepStrictEqual(kinds(moved, { modifiedAt: null, tickets: [cancelledFirst] }), ["update 1 valid"])
  })
})

const amount = fc.nat({ max: 20_000 }).map((cents) => Money.Cents.make(BigInt(cents)))

it("a guest without a wristband is an operator's case exactly while the entrance would refuse the credit of the ticket", () => {
  fc.assert(fc.property(amount, amount, amount, (balance, creditToCome, maximum) => {
    const isRefused = creditToCome > 0n && balance + creditToCome > maximum
    assert.deepStrictEqual(
      beforeAdmission({ balance, creditToCome, maximum }),
      isRefused ? [{ kind: "credit_over_limit_before_admission", amount: creditToCome }] : []
    )
    assert.deepStrictEqual(beforeAdmission({ balance, creditToCome: Money.zero, maximum }), [])
  }))
})

describe("a guest who has their wristband", () => {
  const admitted = fc.record({
    state: fc.constantFrom("valid" as const, "suspended" as const, "cancelled" as const),
    credit: amount,
    creditBooked: amount,
    balance: amount,
    maximum: amount
  })

  it("never loses anything, and gets later credit within the limit; an operator decides about the rest", () => {
    fc.assert(fc.property(admitted, (ticket) => {
      const { cases, raise } = afterAdmission(ticket)
      assert.isTrue(raise >= 0n)
      if (raise > 0n) assert.isTrue(ticket.balance + raise <= ticket.maximum)
      const isEven = ticket.state === "valid" && ticket.creditBooked + raise === ticket.credit
      assert.strictEqual(cases.length, isEven ? 0 : 1)
    }))
  })

  it("is listed again after an operator's decision only if something else happened", () => {
    const lowered = { kind: "credit_lowered" as const, amount: euro(5) }
    const settled = { ...lowered, id: 1n, isSettled: true }
    assert.deepStrictEqual(caseChanges([lowered], []), { open: [lowered], withdraw: [] })
    assert.deepStrictEqual(caseChanges([lowered], [settled]), { open: [], withdraw: [] })
    const more = { ...lowered, amount: euro(7) }
    assert.deepStrictEqual(caseChanges([more], [settled]), { open: [more], withdraw: [1n] })
    assert.deepStrictEqual(caseChanges([], [settled]), { open: [], withdraw: [1n] })
  })
})
