import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { toOpeningRow } from "@wristbank/core/journal/TagOpening"
import { bookTicketSale, checkTicketSale, registeredTicketSale } from "@wristbank/core/sale/TicketSale"
import { layoutTickets, scanTickets, type TicketScanRefusal } from "@wristbank/core/sale/TicketScan"
import { DateTime, Result } from "effect"
import { customer, euro, product, refusal } from "./OrderWorld.ts"
import { accountOf, adult, type Entrance, inputOf, plainScene, type Scene } from "./TicketWorld.ts"

const entrance = (scene: Partial<Scene>, more: Partial<Entrance> = {}): Entrance => ({
  scenes: [{ ...plainScene, ...scene }],
  method: "cash",
  register: true,
  off: null,
  unready: null,
  missing: null,
  ...more
})

const saidOf = (outcome: Result.Result<unknown, TicketScanRefusal>) =>
  Result.isSuccess(outcome)
    ? "done"
    : outcome.failure._tag === "TillPermission"
    ? outcome.failure.permission
    : refusalName(outcome.failure)

describe("a ticket sale to the cent", () => {
  const booked = (at: Entrance) => saidOf(bookTicketSale(inputOf(at)))
  const presale = { presale: 0 }

  it("asks for a permission only where it is needed", () => {
    assert.strictEqual(booked(entrance({ topUp: 0 }, { off: "allow_top_up" })), "done")
    assert.strictEqual(booked(entrance({ topUp: 1 }, { off: "allow_top_up" })), "allow_top_up")
    assert.strictEqual(booked(entrance(presale, { off: "enable_cash_payment" })), "done")
    assert.strictEqual(
      booked(entrance({ ...presale, topUp: 1 }, { off: "enable_cash_payment" })),
      "enable_cash_payment"
    )
    assert.strictEqual(
      booked(entrance({ ...presale, topUp: 1 }, { method: "sumup", off: "enable_card_payment" })),
      "enable_card_payment"
    )
    assert.strictEqual(booked(entrance(presale, { method: "sumup", off: "enable_card_payment" })), "done")
  })

  it("needs a register for one cent, and a line for it", () => {
    assert.strictEqual(booked(entrance({ ...presale, topUp: 1 }, { register: false })), "order.register_missing")
    assert.strictEqual(booked(entrance(presale, { register: false })), "done")
    const { draft } = Result.getOrThrow(bookTicketSale(inputOf(entrance({ ...presale, topUp: 1 }))))
    assert.deepStrictEqual(draft.lines.map(({ total_price }) => total_price), [Money.zero, Money.Cents.make(1n)])
    assert.deepInclude(draft, { orderType: "ticket", paymentMethod: "cash", cashRegisterId: 9n })
    const byCard = Result.getOrThrow(bookTicketSale(inputOf(entrance({}, { method: "sumup" }))))
    assert.isNull(byCard.draft.cashRegisterId)
  })

  it("can be checked before it is known how it is paid, not booked", () => {
    const undecided = inputOf(entrance({}, { method: null }))
    assert.strictEqual(saidOf(checkTicketSale(undecided)), "done")
    assert.strictEqual(saidOf(bookTicketSale(undecided)), "order.method_needed")
  })

  it("raises a presale account to the highest balance and not a cent above, counting what is to come", () => {
    const full = (pending: number, credit: number) => {
      const input = inputOf(entrance({ presale: 14_999, credit }))
      const known = input.known.map((one) => ({
        ...one,
        presale: { ...one.presale!, pendingTopUps: Money.Cents.make(BigInt(pending)) }
      }))
      return saidOf(bookTicketSale({ ...input, known }))
    }
    assert.deepStrictEqual([full(0, 1), full(9999, 0)], ["done", "done"])
    assert.deepStrictEqual([full(1, 1), full(0, 2)], ["order.maximum_exceeded", "order.maximum_exceeded"])
    assert.strictEqual(booked(entrance({ presale: 15_000, credit: 1 })), "order.maximum_exceeded")
  })
})

describe("a scanned wristband", () => {
  const scanned = (scene: Partial<Scene>) => {
    const input = inputOf(entrance(scene))
    return { input, ...Result.getOrThrow(scanTickets({ ...input, scans: input.request.customer_tags }))[0]! }
  }

  it("gets the account of its presale ticket, or a new one", () => {
    const before = scanned({ presale: 1234, credit: 5 })
    const { presale, tag } = before.input.known[0]!
    const kept = { balance: euro("12.34"), vouchers: 2, pendingTopUps: Money.zero }
    assert.deepInclude(before.customer, { accountId: presale!.account.id, userTagId: tag!.id, ...kept })
    assert.deepInclude(before.entry, { ticket_voucher: presale!.ticketVoucher, account: presale!.account })
    const fresh = scanned({})
    const empty = { balance: Money.zero, vouchers: 0, pendingTopUps: Money.zero }
    assert.deepInclude(fresh.customer, { accountId: accountOf(0, plainScene), ...empty })
    assert.deepInclude(fresh.entry, { ticket_voucher: null, account: null })
  })

  it("is stored with its voucher, if it has one", () => {
    const { opening } = scanned({ presale: 0, credit: 5 })
    const row = { user_tag_id: 700, uid: "500", account_id: 4000, ticket_voucher_id: 800, credit: 5 }
    assert.deepStrictEqual(toOpeningRow(opening), row)
    assert.isNull(toOpeningRow(scanned({}).opening).ticket_voucher_id)
  })
})

it("a till sells the tickets of its layout that there are", () => {
  const free = { ...product(60n, "Guest", null, { type: "ticket" }), initialTopUp: euro("1") }
  const sold = { ...adult.sold, initialTopUp: adult.ticket.initial_top_up_amount }
  const event = {
    layouts: new Map([[1n, { ticket_ids: [60n, 99n, 51n] }]]),
    products: new Map([[51n, sold], [60n, free]])
  }
  const tickets = layoutTickets(event, 1n)
  assert.deepStrictEqual(
    tickets.map(({ ticket: { initial_top_up_amount, name, price } }) => [name, price, initial_top_up_amount]),
    [
      ["Guest", Money.zero, euro("1")],
      ["Ticket 51", euro("12.01"), euro("8.02")]
    ]
  )
  assert.deepStrictEqual(tickets.map((one) => one.sold), [free, sold])
  assert.deepStrictEqual(layoutTickets(event, 2n), [])
})

it("a registered ticket sale names the account that is there already, and none that it will open", () => {
  const { answer, draft } = Result.getOrThrow(bookTicketSale(inputOf(entrance({ presale: 1234 }))))
  const at = { booked_at: DateTime.makeUnsafe(0), cashier_id: 1n, till_id: 2n, bon_url: "https://portal.example/bon/u" }
  const ownerOf = (customerAccountId: bigint | null) =>
    registeredTicketSale(answer, { customerAccountId, paymentMethod: "sumup" }, at).customer_account_id
  assert.strictEqual(ownerOf(draft.customerAccountId), accountOf(0, { presale: 1234 }))
  assert.isNull(ownerOf(customer("0").accountId))
  const fresh = Result.getOrThrow(bookTicketSale(inputOf(entrance({}))))
  assert.isNull(registeredTicketSale(fresh.answer, fresh.draft, at).customer_account_id)
  const two = inputOf({ ...entrance({}), scenes: [plainScene, { ...plainScene, presale: 1234 }] })
  const mixed = Result.getOrThrow(bookTicketSale(two)).answer
  const owner = registeredTicketSale(mixed, { customerAccountId: 4001n, paymentMethod: "sumup" }, at)
  assert.strictEqual(owner.customer_account_id, 4001n)
})

it("a scan that names no wristband is refused", () => {
  const input = inputOf({ ...entrance({}), scenes: [] })
  assert.strictEqual(refusalName(refusal(scanTickets({ ...input, scans: [] }))), "order.tags_missing")
})
