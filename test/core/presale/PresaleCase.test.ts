import * as Money from "@wristbank/core/base/Money"
import { afterAdmission, beforeAdmission, caseChanges, ofOtherShop } from "@wristbank/core/presale/PresaleCase"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const euro = (amount: number) => Money.Cents.make(BigInt(amount * 100))
const amount = fc.nat({ max: 20_000 }).map((cents) => Money.Cents.make(BigInt(cents)))

it("a guest without a wristband is an operator's case exactly while the entrance would refuse the credit of the ticket", () => {
  fc.assert(fc.property(amount, amount, amount, amount, (balance, creditToCome, maximum, paidBack) => {
    const isRefused = creditToCome > 0n && balance + creditToCome > maximum
    assert.deepStrictEqual(
      beforeAdmission({ balance, creditToCome, maximum, paidBack: Money.zero }),
      isRefused ? [{ kind: "credit_over_limit_before_admission", amount: creditToCome }] : []
    )
    // Whatever the limit, an operator learns that the guest gets less than they bought.
    assert.deepStrictEqual(
      beforeAdmission({ balance, creditToCome: Money.zero, maximum, paidBack }),
      paidBack > 0n ? [{ kind: "credit_paid_back", amount: paidBack }] : []
    )
  }))
})

describe("a guest who has their wristband", () => {
  const admitted = fc.record({
    state: fc.constantFrom("valid" as const, "suspended" as const, "cancelled" as const),
    credit: amount,
    creditBooked: amount,
    paidBack: amount,
    balance: amount,
    maximum: amount
  })

  it("never loses anything, and gets later credit within the limit; an operator decides about the rest", () => {
    fc.assert(fc.property(admitted, (ticket) => {
      const { cases, raise } = afterAdmission(ticket)
      assert.isTrue(raise >= 0n)
      if (raise > 0n) assert.isTrue(ticket.balance + raise <= ticket.maximum)
      const isEven = ticket.state === "valid" && ticket.creditBooked + raise === ticket.credit
      const others = cases.filter(({ kind }) => kind !== "credit_paid_back")
      assert.strictEqual(others.length, isEven ? 0 : 1)
      // Never for what the guest has.
      const isLess = ticket.state === "valid" && ticket.creditBooked <= ticket.credit && ticket.paidBack > 0n
      assert.strictEqual(cases.length - others.length, isLess ? 1 : 0)
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

it("asks about a ticket exactly while it is of another shop than the event reads, and not cancelled", () =>
  fc.assert(fc.property(
    fc.constantFrom("a", "b", null),
    fc.constantFrom("a", "b", null),
    fc.constantFrom("valid", "suspended", "cancelled"),
    amount,
    (current, shop, state, credit) => {
      const asked = current !== null && shop !== null && shop !== current && state !== "cancelled"
      assert.deepStrictEqual(
        ofOtherShop({ credit, shop, state }, current),
        asked ? [{ kind: "other_shop", amount: credit }] : []
      )
    }
  )))
