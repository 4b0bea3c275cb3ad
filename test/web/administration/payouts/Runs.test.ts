import fc from "fast-check"
import { expect, test } from "vitest"
import {
  doneNeedsWord,
  holderOf,
  limitsOf,
  type Payout,
  type Pending,
  stateOf,
  transfersIn,
  transfersOf,
  unclaimed
} from "../../../../web/administration/payouts/Runs.ts"
import { add, fromCents, toCents, zero } from "../../../../web/kit/Amount.ts"

const cents = fc.integer({ min: 1, max: 100_000_000 })
const statuses: ReadonlyArray<Payout["status"]> = ["reserved", "paid", "returned", "released"]
const payouts = fc.array(fc.record({
  amount: fc.nat({ max: 1_000_000 }).map(fromCents),
  status: fc.constantFrom(...statuses)
}))

/** A bank file with these payments, as banks take it, with control sums that may be off by some cents. */
const fileOf = (amounts: ReadonlyArray<number>, off = 0) => {
  const sum = ((amounts.reduce((all, one) => all + one, 0) + off) / 100).toFixed(2)
  const control = `<NbOfTxs>${amounts.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const paid = amounts.map((one) => `<Amt><InstdAmt Ccy="EUR">${(one / 100).toFixed(2)}</InstdAmt></Amt>`).join("")
  return `<Document><GrpHdr>${control}</GrpHdr><PmtInf>${control}${paid}</PmtInf></Document>`
}

test("a bank file is read to the cent, and one that contradicts itself is not", () =>
  fc.assert(fc.property(fc.array(cents, { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (amounts, off) => {
    const sum = amounts.reduce((all, one) => all + one, 0)
    const found = transfersIn(fileOf(amounts))
    expect([found?.count, toCents(found!.sum)]).toEqual([amounts.length, sum])
    expect(transfersIn(fileOf(amounts, off))).toBeUndefined()
    expect(transfersIn(fileOf(amounts).replace(/<NbOfTxs>\d+/, "<NbOfTxs>0"))).toBeUndefined()
  })))

test("what is no bank file has no transfers", () => {
  expect(["", "<html>", "<CtrlSum>1</CtrlSum>", fileOf([])].map(transfersIn)).toEqual(Array(4).fill(undefined))
})

test("a run without a bank file is done on someone's word alone, unless the bank has nothing to transfer", () => {
  const run = { done: false, revoked: false, sepa_was_generated: false }
  const payout = (euros: number) => ({ amount: fromCents(euros * 100), status: "reserved" as const })
  expect(doneNeedsWord(run, [payout(3)])).toBe(true)
  expect(doneNeedsWord({ ...run, sepa_was_generated: true }, [payout(3)])).toBe(false)
  expect(doneNeedsWord(run, [payout(0)])).toBe(false)
})

test("the bank transfers what is set aside or paid, and neither donations alone nor what was given back", () =>
  fc.assert(fc.property(payouts, (all) => {
    const { count, sum } = transfersOf(all)
    const [due, rest] = [["reserved", "paid"], ["returned", "released"]].map((wanted) =>
      all.filter(({ status }) => wanted.includes(status))
    )
    expect(sum).toBe(add(zero, ...due!.map(({ amount }) => amount)))
    expect(count).toBe(due!.filter(({ amount }) => amount > 0).length)
    expect(transfersOf(rest!)).toEqual({ count: 0, sum: zero })
  })))

test("empty limits mean everyone, and other texts are no limits", () => {
  const open = { all: fromCents(500_000), most: 70 }
  const both = (sum: string, count: string) => limitsOf({ sum, count }, open)
  expect(both("", " ")).toEqual({ sum: 5000, count: 70 })
  expect(both("1.000,50", "3")).toEqual({ sum: 1000.5, count: 3 })
  expect(both("-1", "0")).toEqual({ sum: undefined, count: undefined })
  expect(both("much", "2.5")).toEqual({ sum: undefined, count: undefined })
})

test("balances are what waits, what is left out, and what no one asked for", () =>
  fc.assert(fc.property(cents, cents, cents, fc.array(cents), (balances, payout, donation, left) => {
    const pending = {
      total_payout_amount: fromCents(payout),
      total_donation_amount: fromCents(donation),
      left_out: left.map((one): Pending["left_out"][number] => ({
        reason: "iban_missing",
        n_customers: 1,
        payout_amount: fromCents(one)
      }))
    }
    const { leftOut, rest, waiting } = unclaimed(fromCents(balances), pending)
    expect(toCents(add(waiting, leftOut, rest))).toBe(balances)
    expect(toCents(waiting)).toBe(payout + donation)
  })))

test("a run that is done or revoked stays so, whatever files it has", () => {
  const run = { done: false, revoked: false, sepa_was_generated: false }
  expect(stateOf(run)).toBe("open")
  expect(stateOf({ ...run, sepa_was_generated: true })).toBe("exported")
  expect(stateOf({ done: true, revoked: false, sepa_was_generated: true })).toBe("done")
  expect(stateOf({ done: false, revoked: true, sepa_was_generated: true })).toBe("revoked")
})

test("a payout is for the owner of the account, or the guest with the wristband", () => {
  const guest = { customer_account_id: 7, account_name: null, user_tag_pin: "GUEST003" }
  expect(holderOf({ ...guest, account_name: "Ana" })).toBe("Ana")
  expect(holderOf(guest)).toBe("GUEST003")
  expect(holderOf({ ...guest, user_tag_pin: null })).toBe("#7")
})
