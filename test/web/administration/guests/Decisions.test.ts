import { tableText } from "@wristbank/core/base/TableText"
import { tagsIn, withTaken } from "@wristbank/core/wristband/TagFile"
import fc from "fast-check"
import { expect, test } from "vitest"
import { namedBalance, withRegisters } from "../../../../web/administration/accounts/AccountNames.ts"
import { english as accountTexts } from "../../../../web/administration/accounts/english.ts"
import { german as germanAccountTexts } from "../../../../web/administration/accounts/german.ts"
import { english } from "../../../../web/administration/guests/english.ts"
import { formerPin, payoutStateOf } from "../../../../web/administration/guests/PayoutState.ts"
import { type Entry, sentenceOf } from "../../../../web/administration/guests/Sentence.ts"
import { dayQuery } from "../../../../web/administration/list/Filters.tsx"
import {
  differenceOf,
  isSame,
  type Line,
  linesOf,
  productsOf,
  totalOf
} from "../../../../web/administration/orders/Correction.ts"
import { fromCents, toCents } from "../../../../web/kit/Amount.ts"
import { formatsOf } from "../../../../web/kit/Formats.ts"

const line = fc.record<Line>({
  productId: fc.nat(1000),
  name: fc.string(),
  isFixed: fc.boolean(),
  price: fc.integer({ min: 0, max: 1_000_000 }).map(fromCents),
  taxRate: fc.constantFrom(0, 0.07, 0.19),
  pieces: fc.nat(20)
}).map((one) => one.isFixed ? one : { ...one, pieces: Math.min(one.pieces, 1) })

const sale = fc.uniqueArray(line, { selector: ({ productId }) => productId })

test("the total of a correction is exact, and what is sent adds up to it", () =>
  fc.assert(fc.property(sale, fc.integer({ min: -100_000, max: 100_000 }), (lines, before) => {
    const prices = new Map(lines.map(({ price, productId }) => [productId, toCents(price)]))
    const sent = productsOf(lines).map(({ price, product_id, quantity }) =>
      quantity ? prices.get(product_id)! * quantity : toCents(price!)
    )
    const total = toCents(totalOf(lines))
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(total)
    expect(toCents(differenceOf(lines, { total_price: fromCents(before) }))).toBe(total - before)
    expect(productsOf(lines).every(({ price, quantity }) => (price === null) !== (quantity === null))).toBe(true)
  })))

test("a correction begins with what was sold, at the prices of now, without what vouchers took off", () => {
  const product = { id: 7, name: "Beer", type: "user_defined", fixed_price: true, price: fromCents(450) }
  const items = [
    { product, product_price: fromCents(450), quantity: 2 },
    { product: { ...product, id: 8, fixed_price: false }, product_price: fromCents(120), quantity: 1 },
    { product: { ...product, id: 9, type: "discount" }, product_price: fromCents(-100), quantity: 1 }
  ]
  const lines = linesOf({ line_items: items as never }, new Map([[7, { ...product, price: fromCents(500) } as never]]))
  expect(lines.map(({ isFixed, pieces, price, productId }) => [productId, isFixed, pieces, toCents(price)]))
    .toEqual([[7, true, 2, 500], [8, false, 1, 120]])
})

test("a correction is offered once it changes something", () => {
  const product = {
    id: 7,
    name: "Beer",
    type: "user_defined",
    fixed_price: true,
    price: fromCents(450),
    tax_rate: 0.19
  }
  const open = { ...product, id: 8, fixed_price: false, price: null }
  const order = {
    line_items: [
      { product, product_price: fromCents(450), quantity: 2, tax_rate: 0.19 },
      { product: open, product_price: fromCents(120), quantity: 1, tax_rate: 0.19 },
      { product: { ...product, id: 9, type: "discount" }, product_price: fromCents(-100), quantity: 1, tax_rate: 0.19 }
    ]
  } as never
  const linesNow = (now: object) => linesOf(order, new Map([[7, { ...product, ...now } as never]]))
  const [beer, other] = linesNow({})
  expect(isSame([beer!, other!], order)).toBe(true)
  expect(isSame([{ ...other!, price: fromCents(20) }, beer!, { ...other!, price: fromCents(100) }], order)).toBe(true)
  expect(isSame([beer!, other!, { ...beer!, productId: 3, pieces: 0 }], order)).toBe(true)
  expect(isSame([{ ...beer!, pieces: 3 }, other!], order)).toBe(false)
  expect(isSame([beer!, { ...other!, price: fromCents(121) }], order)).toBe(false)
  expect(isSame([beer!], order)).toBe(false)
  expect(isSame([beer!, other!, { ...beer!, productId: 3 }], order)).toBe(false)
  for (const now of [{ price: fromCents(500) }, { tax_rate: 0.07 }]) expect(isSame(linesNow(now), order)).toBe(false)
})

const kinds = ["under_16", "under_18", "vip"]
const pin = fc.stringMatching(/^[A-Z0-9]{1,12}$/)

test("every PIN of a file is read once, whatever separates the columns, and repeats name the first line", () =>
  fc.assert(
    fc.property(fc.array(pin, { minLength: 1 }), fc.constantFrom(",", ";", "\t"), fc.boolean(), (pins, by, named) => {
      const rows = pins.map((one, at) => `${one}${by}${at % 2 === 0 ? "\"under_16,VIP\"" : ""}`)
      const text = [...(named ? [`pin${by}variants`] : []), ...rows].join("\r\n")
      if (!named && pins[0] === "PIN") return
      const tags = tagsIn(text, kinds)
      expect(tags.map((tag) => tag.pin)).toEqual(pins)
      expect(tags.map((tag) => tag.kinds)).toEqual(
        pins.map((_, at) => at % 2 === 0 ? ["under_16", "VIP"] : undefined)
      )
      for (const [at, { line: own, problem }] of tags.entries()) {
        const first = pins.indexOf(pins[at]!)
        const offset = named ? 2 : 1
        expect(own).toBe(at + offset)
        expect(problem).toEqual(first === at ? undefined : { sameAs: first + offset })
      }
    })
  ))

test("each kind of mistake in a file is found in its line, and PINs that exist already are marked", () => {
  const tags = tagsIn(`﻿PIN,Restriction\n"A,1",\n\nB2,under_12\n,under_16\na,1\n"a,1",`, kinds)
  expect(tags.map(({ line: at, pin: own, problem }) => [at, own, problem])).toEqual([
    [2, "A,1", undefined],
    [4, "B2", "kind"],
    [5, "", "noPin"],
    [6, "a", "kind"],
    [7, "a,1", { sameAs: 2 }]
  ])
  expect(withTaken(tags, ["a,1"]).map(({ problem }) => problem)).toEqual([
    "taken",
    "kind",
    "noPin",
    "kind",
    { sameAs: 2 }
  ])
})

test("a file of wristbands is read as a file of tickets is", () => {
  const read = (bytes: Uint8Array) =>
    tagsIn(tableText(bytes), kinds).map(({ line: at, pin: own, problem }) => [at, own, problem])
  const expected = [[2, "ABCDE00011", undefined], [3, "ABCDE00012", undefined]]
  const text = "pin\tvariants\r\nABCDE00011\t\r\nABCDE00012\t\r\n"
  expect(read(Buffer.from(`\uFEFF${text}`, "utf16le"))).toEqual(expected)
  expect(read(Buffer.from(`\uFEFF${text}`, "utf16le").swap16())).toEqual(expected)
  expect(read(Buffer.from(text, "utf16le"))).toEqual(expected)
  expect(read(Buffer.from("sep=;\npin;variants\nABCDE00021;\n"))).toEqual([[3, "ABCDE00021", undefined]])
  expect(read(Buffer.from("sep=|\nABC;1|\n"))).toEqual([[2, "ABC;1", undefined]])
})

test("a spoilt PIN, one that no one can type, and what is no table are found in their lines", () => {
  const found = (text: string) => tagsIn(text, kinds).map(({ line: at, pin: own, problem }) => [at, own, problem])
  expect(found("pin;variants\n1,23457E+11;\n1,2E+46;\n01.03.2026;\nABCDE00001;")).toEqual([
    [2, "1,23457E+11", "spoilt"],
    [3, "1,2E+46", "spoilt"],
    [4, "01.03.2026", "spoilt"],
    [5, "ABCDE00001", undefined]
  ])
  // The comma of the number separates columns here.
  expect(found("pin\n1,23457E+11")).toEqual([[2, "1", "cells"]])
  expect(found("pin\n\u200bAB\u00a0\nA\ufffdB\n'=AB\n\"=\"\"0012\"\"\"")).toEqual([
    [2, "AB", undefined],
    [3, "A\ufffdB", "untypable"],
    [4, "=AB", undefined],
    [5, "0012", undefined]
  ])
  expect(found("pin\nA\n\"B\nC")).toEqual([[3, "", "quote"]])
})

test("no account shows a negative amount, in either language", () =>
  fc.assert(fc.property(
    fc.constantFrom(...Object.keys(accountTexts.types) as ReadonlyArray<keyof typeof accountTexts.types>),
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.constantFrom(accountTexts, germanAccountTexts),
    (kind, cents, say) => {
      const { amount, words } = namedBalance({ type: "private", kind, balance: fromCents(cents) }, say)
      expect(toCents(amount)).toBe(Math.abs(cents))
      expect(words).toBe(cents === 0 ? say.nothing : say.types[kind][cents > 0 ? "more" : "less"])
    }
  )))

test("drawers are named as their registers", () => {
  const accounts = [{ id: 1, name: "Cash Register" }, { id: 2, name: null }]
  expect(withRegisters(accounts, [{ account_id: 1, name: "Blue box" }]).map(({ name }) => name))
    .toEqual(["Blue box", null])
})

const nothing = { amount: 0, vouchers: 0, change: null, order: null, transfer: null } as const
const order = {
  id: 5,
  cancels_order: null,
  payment_method: "tag",
  till_name: "Bar 1",
  lines: [{ name: "Beer", quantity: 2 }, { name: "Pretzel", quantity: 1 }]
}

test.each<readonly [object, string]>([
  [{ kind: "sale", order }, "Bought 2 × Beer, Pretzel at Bar 1"],
  [
    { kind: "cancel", order: { ...order, cancels_order: 3, lines: [{ name: "Beer", quantity: -2 }] } },
    "Order 3 cancelled: 2 × Beer at Bar 1"
  ],
  [{ kind: "top_up", order: { ...order, payment_method: "sumup", lines: [] } }, "Topped up by card at Bar 1"],
  [{ kind: "top_up", order: { ...order, payment_method: "sumup_online", lines: [] } }, "Topped up in the portal"],
  [{ kind: "pay_out", order: { ...order, payment_method: "cash", lines: [] } }, "Paid out in cash at Bar 1"],
  [
    { kind: "transfer", amount: 5, transfer: { counterpart: "cash_imbalance", description: "spilled" } },
    "Balance corrected: spilled"
  ],
  [
    { kind: "transfer", vouchers: 2, transfer: { counterpart: "voucher_create", description: "Voucher grant" } },
    "Vouchers given"
  ],
  [
    { kind: "transfer", amount: -5, transfer: { counterpart: "sepa_exit", description: "Payout" } },
    "Paid out to the bank"
  ],
  [
    {
      kind: "change",
      change: { type: "account_user_tag_changed", old_tag_pin: "A", new_tag_pin: "B", comment: "lost" }
    },
    "Wristband switched from A to B: lost"
  ]
])("%j reads as a sentence", (entry, sentence) => {
  expect(sentenceOf({ ...nothing, ...entry } as unknown as Entry, english)).toBe(sentence)
})

test("the state of a payout is what holds it up most", () => {
  const guest = {
    balance: fromCents(500),
    donate_all: false,
    has_entered_info: true,
    payout: null,
    payout_export: true
  }
  const payout = (status: string) => ({ status }) as never
  expect(payoutStateOf(guest)).toBe("ready")
  expect(payoutStateOf({ ...guest, payout_export: false })).toBe("blocked")
  expect(payoutStateOf({ ...guest, has_entered_info: false })).toBe("none")
  expect(payoutStateOf({ ...guest, donate_all: true })).toBe("donates")
  expect(payoutStateOf({ ...guest, balance: fromCents(0) })).toBe("empty")
  expect(payoutStateOf({ ...guest, payout: payout("reserved"), payout_export: false })).toBe("reserved")
  expect(payoutStateOf({ ...guest, balance: fromCents(0), payout: payout("paid") })).toBe("paid")
  expect(payoutStateOf({ ...guest, payout: payout("returned") })).toBe("returned")
})

test("a day is that of the event, also when clocks change", () => {
  const formats = formatsOf("en-GB", "EUR", "Europe/Berlin")
  expect(dayQuery("2026-10-25", formats)).toEqual({
    from_time: "2026-10-24T22:00:00.000Z",
    to_time: "2026-10-25T23:00:00.000Z"
  })
  expect(dayQuery("", formats)).toEqual({})
  expect(dayQuery("2026-13-45", formats)).toEqual({})
})

test("a guest without a wristband is known by the PIN of the last, and one with a wristband by that alone", () => {
  const former = (user_tag_pin: string, day: number) => ({
    user_tag_pin,
    mapping_was_valid_until: `2026-07-0${day}T00:00:00Z`
  })
  const tag_history = [former("OLDEST", 1), former("LAST", 3), former("SECOND", 2)]
  expect(formerPin({ user_tag_pin: null, tag_history })).toBe("LAST")
  expect(formerPin({ user_tag_pin: "NOW", tag_history })).toBeUndefined()
  expect(formerPin({ user_tag_pin: null, tag_history: [] })).toBeUndefined()
})
