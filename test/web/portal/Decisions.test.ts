import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromCents, toCents, zero } from "../../../web/kit/Amount.ts"
import { countriesText } from "../../../web/portal/BankEntries.ts"
import type { OpenTopUp } from "../../../web/portal/Guest.tsx"
import { awaited, payoutSteps, payoutView } from "../../../web/portal/PayoutSteps.ts"
import {
  arriving,
  byDay,
  changeOf,
  type Order,
  possibleDonation,
  timeline,
  type Transfer
} from "../../../web/portal/Timeline.ts"
import { highestTopUp, readTopUp, suggestions } from "../../../web/portal/TopUpAmount.ts"
import { pauseBefore, topUpState } from "../../../web/portal/TopUpState.ts"
import { credentialIn, withoutVoucher } from "../../../web/portal/Voucher.ts"

const amount = fc.integer({ min: 0, max: 30_000 }).map(fromCents)
const moment = fc.integer({ min: 0, max: 10 * 86_400 }).map((seconds) =>
  new Date(Date.UTC(2026, 5, 1) + seconds * 1000).toISOString()
)

describe("a top-up", () => {
  it("never exceeds the highest balance, whole and with what is still open", () =>
    fc.assert(fc.property(amount, fc.array(amount, { maxLength: 3 }), amount, (balance, open, maximum) => {
      const highest = highestTopUp(balance, open, maximum)
      const reserved = [balance, ...open].reduce((sum, one) => sum + toCents(one), 0)
      expect(toCents(highest) % 100).toBe(0)
      expect(highest === 0 || reserved + toCents(highest) <= toCents(maximum)).toBe(true)
      for (const one of suggestions(highest)) {
        expect(readTopUp(String(one), highest)).toEqual({ kind: "amount", amount: one })
      }
    })))

  it("is refused with its reason", () => {
    const highest = fromCents(50_00)
    expect(["", "x", "0", "-5", "10,5", "51", "50"].map((typed) => readTopUp(typed, highest).kind)).toEqual([
      "missing",
      "invalid",
      "invalid",
      "invalid",
      "not_whole",
      "too_high",
      "amount"
    ])
  })

  it("is only called paid when the provider says so, and failed when it can't be paid any more", () => {
    const open = (checkout_id: string | null): OpenTopUp => ({
      order_uuid: "u",
      checkout_id,
      amount: fromCents(100),
      created_at: "",
      valid_until: null,
      pay_url: null
    })
    expect(topUpState("u", undefined, undefined).kind).toBe("loading")
    expect(topUpState("u", [], undefined).kind).toBe("loading")
    expect(topUpState("u", [], "PENDING").kind).toBe("loading")
    expect(topUpState("u", [], "FAILED").kind).toBe("failed")
    expect(topUpState("u", [open("c")], "PAID").kind).toBe("paid")
    expect(topUpState("u", [open(null)], "PENDING").kind).toBe("preparing")
    expect(topUpState("u", [open("c")], "FAILED")).toMatchObject({ kind: "paying", declined: true })
    expect(topUpState("u", [open("c")], undefined)).toMatchObject({ kind: "paying", declined: false })
  })

  it("is asked about less and less often", () =>
    fc.assert(fc.property(fc.nat(200), (asked) => {
      expect(pauseBefore(asked + 1)).toBeGreaterThanOrEqual(pauseBefore(asked))
      expect(pauseBefore(asked)).toBeLessThanOrEqual(30_000)
    })))
})

describe("a donation", () => {
  it("leaves what arrives: together they are the balance", () =>
    fc.assert(fc.property(amount, fc.integer({ min: -100, max: 40_000 }).map(fromCents), (balance, wanted) => {
      const donation = possibleDonation(wanted, balance)
      expect(toCents(donation) + toCents(arriving(balance, donation))).toBe(toCents(balance))
    })))
})

describe("the history", () => {
  const orders = fc.array(moment, { maxLength: 8 }).map((moments) =>
    moments.toSorted().toReversed().map((booked_at, n) => ({ id: n, booked_at, cancels_order: null }) as Order)
  )
  const transfers = fc.array(moment.map((booked_at) => ({ booked_at }) as Transfer), { maxLength: 4 })

  it("is newest first, has every order, and payouts older than the loaded orders only once all are loaded", () =>
    fc.assert(fc.property(orders, transfers, fc.boolean(), (all, paid, isComplete) => {
      const entries = timeline(all, paid, isComplete)
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted().toReversed())
      expect(entries.filter(({ kind }) => kind === "order")).toHaveLength(all.length)
      const oldest = all.at(-1)?.booked_at
      const shown = paid.filter(({ booked_at }) => isComplete || (oldest !== undefined && booked_at >= oldest))
      expect(entries.filter(({ kind }) => kind === "transfer")).toHaveLength(shown.length)
      expect(byDay(entries, "Europe/Berlin").flatMap(([, some]) => some)).toEqual(entries)
    })))

  it("counts days in the event's zone", () => {
    const entry = { kind: "transfer", at: "2026-06-01T22:30:00Z", transfer: {} as Transfer } as const
    expect(byDay([entry], "Europe/Berlin")[0]?.[0]).toBe("2026-06-02")
    expect(byDay([entry], "UTC")[0]?.[0]).toBe("2026-06-01")
  })

  it("shows what an order changed of the balance", () => {
    const order = (order_type: string, payment_method: string, cents: number) =>
      changeOf({ order_type, payment_method, total_price: fromCents(cents) } as Order)
    expect(order("sale", "tag", 500)).toBe(-5)
    expect(order("cancel_sale", "tag", -500)).toBe(5)
    expect(order("sale", "cash", 500)).toBeUndefined()
    expect(order("top_up", "cash", 500)).toBe(5)
    expect(order("pay_out", "cash", -500)).toBe(-5)
  })
})

describe("the way of a payout", () => {
  const dates = { payout_date: null, reserved_at: null, sent_at: null, returned_at: null, return_reason: null }
  const entered = { donate_all: false, has_entered_info: true }
  const done = (state: Parameters<typeof payoutSteps>[1]) =>
    payoutSteps(entered, state).filter(({ isDone }) => isDone).map(({ name }) => name)

  it("begins when the guest has asked for it, and never skips a step", () => {
    expect(payoutSteps({ donate_all: false, has_entered_info: false }, { ...dates, in_payout_run: false })).toEqual([])
    expect(done({ ...dates, in_payout_run: false })).toEqual(["entered"])
    const reserved = { ...dates, in_payout_run: true, reserved_at: "2026-06-01T00:00:00Z" }
    expect(done(reserved)).toEqual(["entered", "reserved"])
    expect(done({ ...reserved, sent_at: "2026-06-02T00:00:00Z" })).toEqual(["entered", "reserved", "sent"])
    expect(done({ ...reserved, payout_date: "2026-06-03T00:00:00Z" })).toEqual(["entered", "reserved", "sent", "paid"])
    const returned = { ...reserved, in_payout_run: false, returned_at: "2026-06-04T00:00:00Z" }
    expect(done(returned)).toEqual(["entered", "reserved", "sent", "returned"])
  })
})

describe("the page of the payout", () => {
  const state: Parameters<typeof payoutView>[1] = {
    in_payout_run: false,
    payout_date: null,
    reserved_at: null,
    sent_at: null,
    returned_at: null,
    return_reason: null,
    obstacles: []
  }
  const guest = { balance: fromCents(2700), has_entered_info: true, donate_all: false }

  it("opens its form only where something has to be typed, and never for a balance of nothing", () => {
    expect(payoutView({ ...guest, has_entered_info: false }, { ...state, obstacles: ["bank_data_missing"] })).toBe(
      "form"
    )
    expect(payoutView(guest, state)).toBe("stored")
    expect(payoutView(guest, { ...state, obstacles: ["iban_invalid"] })).toBe("form")
    expect(payoutView(guest, { ...state, obstacles: ["payouts_off"] })).toBe("stored")
    expect(payoutView(guest, { ...state, in_payout_run: true })).toBe("under_way")
    expect(payoutView({ balance: zero, has_entered_info: false }, { ...state, obstacles: ["balance_zero"] })).toBe(
      "nothing"
    )
    expect(payoutView({ balance: zero, has_entered_info: true }, { ...state, obstacles: ["balance_zero"] })).toBe(
      "stored"
    )
  })

  it("says what the money waits for, and promises nothing where nothing is to come", () => {
    expect(awaited(guest, state)).toBe("run")
    expect(awaited(guest, { ...state, in_payout_run: true })).toBe("order")
    expect(awaited(guest, { ...state, in_payout_run: true, sent_at: "2026-06-02T00:00:00Z" })).toBe("bank")
    expect(awaited(guest, { ...state, obstacles: ["excluded"] })).toBeUndefined()
    expect(awaited({ ...guest, has_entered_info: false }, state)).toBeUndefined()
    expect(awaited({ ...guest, donate_all: true }, state)).toBeUndefined()
  })

  it("names the countries as those of which one will do", () => {
    expect(countriesText(["DE", "AT", "NL"], "en")).toBe("Germany, Austria or the Netherlands")
    expect(countriesText(["DE", "AT"], "de")).toBe("Deutschland oder Österreich")
    expect(countriesText(["DE"], "en")).toBe("Germany")
  })
})

describe("a link with a voucher", () => {
  it("loses its code and nothing else", () =>
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ minLength: 1 }), (url, code) => {
      const link = new URL(url)
      fc.pre(!link.searchParams.has("ticketVoucher"))
      const before = [...link.searchParams]
      link.searchParams.append("ticketVoucher", code)
      const left = withoutVoucher(link.href)
      expect(left.code).toBe(new URL(link.href).searchParams.get("ticketVoucher"))
      expect([...new URL(left.href).searchParams]).toEqual(before)
    })))

  it("is read from a scanned code, as is a bare PIN", () => {
    expect(["ABC123", " https://x.example/?ticketVoucher=%24t ", "https://x.example/?pin=A1"].map(credentialIn))
      .toEqual([
        "ABC123",
        "$t",
        "A1"
      ])
    expect(["https://x.example/", "", "two words", "WIFI:S:x;P:y z;"].map(credentialIn)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })
})
