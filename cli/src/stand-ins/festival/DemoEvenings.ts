import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { CloseOut, CountedDenomination } from "@wristbank/core/cash/CloseOut"
import { CloseOuts } from "@wristbank/core/cash/CloseOuts"
import { TillButtons } from "@wristbank/core/catalogue/TillButtons"
import * as Money from "@wristbank/core/ledger/Money"
import { GrantVoucherPayload } from "@wristbank/core/order/Grant"
import { Grants } from "@wristbank/core/order/Grants"
import { BookedEarlier } from "@wristbank/core/order/JournalEntry"
import { NewSale } from "@wristbank/core/order/Sale"
import { Sales } from "@wristbank/core/order/Sales"
import { NewTicketSale } from "@wristbank/core/order/TicketSale"
import { TicketSales } from "@wristbank/core/order/TicketSales"
import { NewTopUp } from "@wristbank/core/order/TopUp"
import { TopUps } from "@wristbank/core/order/TopUps"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Users } from "@wristbank/core/organisation/Users"
import type { SignedInTerminal } from "@wristbank/core/till/Terminal"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Array, DateTime, Effect, Schema } from "effect"
import { financier, guests, loginOf, personNamed } from "./DemoPeople.ts"
import { closeTill, openTill } from "./DemoTerminal.ts"

const newTopUp = Schema.decodeUnknownSync(Schema.toCodecJson(NewTopUp))
const newTicketSale = Schema.decodeUnknownSync(Schema.toCodecJson(NewTicketSale))
const newSale = Schema.decodeUnknownSync(Schema.toCodecJson(NewSale))

/** Guests who were there yesterday and are there today. They have the last tags, so that the others stay free to try. */
export const eveningTags = 30
export const eveningGuests = guests.slice(-eveningTags).filter(({ restriction }) => restriction === null)

/** Who works where. Those whose role needs it are let in by the office. */
const staff = [
  { till: "Entry", worker: "Ella" },
  { till: "Cash desk", worker: "Grete" },
  { till: "Bar 1", worker: "Anna" },
  { till: "Bar 2", worker: "Ben" },
  { till: "Food", worker: "Dario" }
] as const
type TillName = typeof staff[number]["till"]

/** Hours before now when the evenings began, and sales in each of their hours. */
const evenings = [
  { began: 29, sales: [2, 3, 5, 8, 9, 6, 3] },
  { began: 7.5, sales: [2, 4, 6, 9, 8, 6] }
]

/** What bars and kitchen sell, in turn. */
const drinks = ["Beer", "Radler", "Cola", "Beer", "Wine", "Water", "Beer", "Gin and tonic"]
const meals = ["Veggie burger", "Chips", "Ice cream", "Coffee"]
const bars = ["Bar 1", "Bar 2", "Bar 1", "Food"] as const

/** The uuids are fixed, so that nothing is booked twice. */
const uuidOf = (kind: "entry" | "topUp" | "sale" | "vouchers" | "closeOut", at: number) =>
  `00000000-0000-400${["entry", "topUp", "sale", "vouchers", "closeOut"].indexOf(kind) + 1}-8000-${
    String(at).padStart(12, "0")
  }`

interface Act<Request> {
  /** Hours before now. */
  readonly ago: number
  readonly till: TillName
  readonly request: Request
}

const cycled = <A>(all: ReadonlyArray<A>, at: number): A => all[at % all.length]!

const entries = eveningGuests.map(({ pin, uid }, at): Act<NewTicketSale> => ({
  ago: 30.8 - at * 0.05,
  till: "Entry",
  request: newTicketSale({
    uuid: uuidOf("entry", at),
    customer_tags: [{ tag_uid: uid, tag_pin: pin }],
    payment_method: "cash"
  })
}))

const topUps = eveningGuests.map(({ uid }, at): Act<NewTopUp> => ({
  ago: 30.4 - at * 0.05,
  till: "Cash desk",
  request: newTopUp({
    uuid: uuidOf("topUp", at),
    payment_method: at % 2 === 0 ? "cash" : "sumup",
    amount: 80,
    customer_tag_uid: uid
  })
}))

/** The top-ups that the card provider has. It never saw the last one, so somebody has to look at it. */
export const eveningCardTopUps = topUps.map(({ request }) => request)
  .filter(({ payment_method }) => payment_method === "sumup").slice(0, -1)

const soldAt = evenings.flatMap(({ began, sales }) =>
  sales.flatMap((count, hour) => Array.makeBy(count, (at) => began - hour - (at + 0.5) / count))
)

const sales = (buttonOf: (name: string) => bigint) =>
  soldAt.map((ago, at): Act<NewSale> => {
    const till = cycled(bars, at)
    const names = till === "Food" ? [cycled(meals, at >> 2)] : at % 5 === 0
      ? [cycled(drinks, at), cycled(drinks, at + 3)]
      : [cycled(drinks, at)]
    return {
      ago,
      till,
      request: newSale({
        uuid: uuidOf("sale", at),
        payment_method: "tag",
        customer_tag_uid: cycled(eveningGuests, at * 7).uid,
        used_vouchers: null,
        buttons: [...new Set(names)].map((name) => ({ till_button_id: Number(buttonOf(name)), quantity: 1 + at % 2 }))
      })
    }
  })

/** Vouchers for the first guests, as for a crew. */
const vouchers = eveningGuests.slice(0, 8).map(({ uid }, at) => ({
  ago: 29.1,
  till: "Bar 1" as const,
  request: new GrantVoucherPayload({ vouchers: 2, user_tag_uid: uid, request_id: uuidOf("vouchers", at) })
}))

/** Books the evening of yesterday and that of today, in the order of time, and closes one cashier out. */
export const spendEvenings = Effect.fnUntraced(function*(caller: AtEvent, now: DateTime.Utc) {
  const tills = new Map<TillName, SignedInTerminal>()
  for (const { till, worker } of staff) {
    tills.set(till, yield* openTill(caller, till, [financier, personNamed(worker)]))
  }
  const guard = yield* TerminalGuard
  const terminalOf = (till: TillName) => guard.call(tills.get(till)!, ["can_book_orders"])
  const grants = yield* Grants
  const buttons = yield* (yield* TillButtons).list(caller)
  const ticketSales = yield* TicketSales
  const topUpsAtTills = yield* TopUps
  const salesAtTills = yield* Sales
  const acts = [
    ...entries.map(({ request, ...act }) => ({
      ...act,
      book: Effect.asVoid(ticketSales.book(terminalOf(act.till), request))
    })),
    ...topUps.map(({ request, ...act }) => ({
      ...act,
      book: Effect.asVoid(topUpsAtTills.book(terminalOf(act.till), request))
    })),
    ...vouchers.map(({ request, ...act }) => ({
      ...act,
      book: Effect.asVoid(grants.vouchers(guard.call(tills.get(act.till)!, ["grant_vouchers"]), request))
    })),
    ...sales((name) => buttons.find((button) => button.name === name)!.id).map(({ request, ...act }) => ({
      ...act,
      book: Effect.asVoid(salesAtTills.book(terminalOf(act.till), request))
    }))
  ].toSorted((a, b) => b.ago - a.ago)
  // A few at once, to make the first start quick; no guest has two among them.
  for (const some of Array.chunksOf(acts, 4)) {
    yield* Effect.forEach(
      some,
      ({ ago, book }) =>
        Effect.provideService(book, BookedEarlier, DateTime.subtract(now, { seconds: Math.round(ago * 3600) })),
      { concurrency: "unbounded", discard: true }
    )
  }
  yield* Effect.forEach(staff, ({ till }) => closeTill(caller, till), { discard: true })
  yield* closeOut(caller)
})

/** Notes and coins as they are counted, in cents. */
const money = [50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50].map((value) => Money.Cents.make(BigInt(value)))

/** Missing in the drawer at the close-out, in cents. */
const missing = Money.Cents.make(5_00n)

/** Counts the drawer of the cash desk, which is short, unless that was done. */
const closeOut = Effect.fnUntraced(function*(caller: AtEvent) {
  const users = yield* (yield* Users).list(caller, null)
  const idOf = (person: typeof financier) => users.find(({ login }) => login === loginOf(person))!.id
  const cashierId = idOf(personNamed("Grete"))
  if ((yield* (yield* Cashiers).shifts(caller, cashierId)).length > 0) return
  const registers = yield* (yield* CashRegisters).list(placeOf(caller))
  const held = registers.find(({ current_cashier_id }) => current_cashier_id === cashierId)
  if (held === undefined) return yield* Effect.die(new Error("The cash desk has no register"))
  const counted = Money.subtract(held.balance, missing)
  yield* (yield* CloseOuts).run(
    caller,
    cashierId,
    new CloseOut({
      comment: "Counted twice, one note is missing",
      actual_cash_drawer_balance: counted,
      closing_out_user_id: idOf(financier),
      request_id: uuidOf("closeOut", 0),
      denominations: inMoney(counted)
    })
  )
})

const inMoney = (amount: Money.Cents) =>
  money.map((value, at) => {
    const left = money.slice(0, at).reduce((rest, larger) => rest % larger, amount as bigint)
    return new CountedDenomination({ value, count: Number(left / value) })
  })
