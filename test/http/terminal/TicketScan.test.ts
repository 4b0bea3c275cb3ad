import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { each, Festival } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { audited } from "../../support/FestivalPeople.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import type { FestivalTill } from "../../support/FestivalTill.ts"

/** The calls that check scanned tags, with these tags. */
const calls = (till: FestivalTill, scans: ReadonlyArray<Body>) => [
  till.post("/order/check-ticket-scan", { customer_tags: scans }),
  till.post("/order/check-ticket-sale", ticketSale(scans)),
  till.post("/order/book-ticket-sale", ticketSale(scans)),
  till.post("/order/book-ticket-sale", ticketSale(scans, { payment_method: "sumup" }))
]

/** Asserts that all of the calls are refused and nothing is stored. */
const allRefused = (till: FestivalTill, scans: ReadonlyArray<Body>, refusal: string, fields: Body = {}) =>
  Effect.forEach(calls(till, scans), (call) => refused(call, refusal, fields))

layer(FestivalTickets.layer, { excludeTestServices: true })("scanning tags for tickets", (it) => {
  it.effect("a scan names the ticket of each tag, what it costs, and stores nothing", () =>
    Effect.gen(function*() {
      const { event, office, tills } = yield* Festival
      const { entrance, presale, tickets } = yield* FestivalTickets
      const [under16, under18] = done(yield* office("GET", "/user-tag-variants")).body.ids as ReadonlyArray<number>
      const adult = yield* tills.tag()
      const young = yield* tills.tag("under_16")
      const paid = yield* tills.tag("under_18")
      const voucher = yield* presale
      const scans = [
        scanOf(adult, { top_up_amount: 2.5 }),
        scanOf(young, { voucher_token: null }),
        scanOf(paid, { voucher_token: voucher.token, top_up_amount: "5" })
      ]
      const answer = done(
        yield* untouched(entrance.post("/order/check-ticket-scan", { customer_tags: scans }))
      )
      const entries = answer.body.scanned_tickets as ReadonlyArray<Body>
      assert.deepStrictEqual(each(entries, "customer_tag_pin"), [adult.pin, young.pin, paid.pin])
      assert.deepStrictEqual(each(entries, "total_price"), [22.5, 12, 5])
      assert.deepStrictEqual(each(entries, "top_up_amount"), [2.5, 0, 5])
      assert.deepStrictEqual(each(each(entries, "ticket"), "id"), [tickets.adult, tickets.under16, tickets.under18])
      assert.deepStrictEqual(each(each(entries, "ticket"), "user_tag_variant_ids"), [[], [under16], [under18]])
      assert.deepStrictEqual(entries[0]!.ticket, {
        user_tag_variant_ids: [],
        id: tickets.adult,
        node_id: event,
        name: "Adult",
        price: 12,
        tax_rate_id: (entries[0]!.ticket as Body).tax_rate_id,
        tax_name: "none",
        tax_rate: 0,
        restrictions: [],
        is_locked: true,
        initial_top_up_amount: 8,
        total_price: 20
      })
      assert.deepStrictEqual(each(entries, "account").map((account) => account !== null), [false, false, true])
      assert.deepInclude(entries[2]!.ticket_voucher, { id: voucher.id, node_id: event, token: voucher.token })
      assert.include(answer.text, `"customer_tag_uid":${adult.uid},`)
    }))

  it.effect("tags that can't be had are refused in every call", () =>
    Effect.gen(function*() {
      const { guest, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const tag = yield* tills.tag()
      const other = yield* tills.tag()
      const customer = yield* guest({ balance: 0 })
      yield* allRefused(entrance, [], "order.tags_missing")
      yield* allRefused(entrance, [scanOf(tag), scanOf({ ...tag, uid: other.uid })], "order.pin_repeated")
      yield* allRefused(entrance, [scanOf(tag), scanOf({ ...other, uid: tag.uid })], "order.chip_repeated")
      yield* allRefused(entrance, [scanOf({ ...tag, pin: "nobody's" })], "order.tags_unknown")
      yield* allRefused(entrance, [scanOf(tag), scanOf(customer)], "order.tags_used")
      yield* allRefused(entrance, [scanOf({ pin: customer.pin, uid: tag.uid })], "order.tags_used")
      yield* allRefused(entrance, [scanOf({ pin: tag.pin, uid: customer.uid })], "order.chip_of_other_tag")
      const many = Array.from({ length: 101 }, (_, n) => scanOf({ pin: `${n}`, uid: BigInt(n) }))
      yield* allRefused(entrance, many, "order.tags_too_many")
      done(yield* entrance.post("/order/check-ticket-scan", { customer_tags: [scanOf(tag), scanOf(other)] }))
    }))

  it.effect("a tag that was sold is not sold again, and one of another event never", () =>
    Effect.gen(function*() {
      const { neighbour, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const tag = yield* tills.tag()
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag)])))
      yield* allRefused(entrance, [scanOf(tag)], "order.tags_used")
      const { till } = yield* neighbour
      yield* allRefused(till, [scanOf(yield* tills.tag())], "order.tags_unknown")
    }))

  it.effect("a tag gets only a ticket of its age that the till's layout shows and that is ready", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { create, layoutOf, open, tickets } = yield* FestivalTickets
      const young = yield* open({ float: 0, layout: yield* layoutOf([tickets.under16]) })
      yield* allRefused(young, [scanOf(yield* tills.tag())], "order.no_ticket_for_tag")
      yield* allRefused(young, [scanOf(yield* tills.tag("under_18"))], "order.no_ticket_for_tag")
      done(yield* young.post("/order/check-ticket-scan", { customer_tags: [scanOf(yield* tills.tag("under_16"))] }))
      const draft = yield* create({ name: "Draft", price: 1, initial_top_up_amount: 0, is_locked: false })
      const unready = yield* open({ float: 0, layout: yield* layoutOf([draft]) })
      yield* allRefused(unready, [scanOf(yield* tills.tag())], "order.product_not_locked")
    }))

  it.effect("pre-sale vouchers are redeemed once, where they were issued", () =>
    Effect.gen(function*() {
      const { neighbour, tills } = yield* Festival
      const { entrance, presale } = yield* FestivalTickets
      const voucher = yield* presale
      const [tag, other] = [yield* tills.tag(), yield* tills.tag()]
      const { token: voucher_token } = voucher
      for (const unknown of ["", "nobody's", `${voucher_token}0`]) {
        yield* allRefused(entrance, [scanOf(tag, { voucher_token: unknown })], "order.voucher_unknown")
      }
      yield* allRefused(
        entrance,
        [scanOf(tag, { voucher_token }), scanOf(other, { voucher_token })],
        "order.voucher_repeated"
      )
      const { till } = yield* neighbour
      yield* allRefused(till, [scanOf(tag, { voucher_token })], "order.tags_unknown")
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag, { voucher_token })])))
      yield* allRefused(entrance, [scanOf(other, { voucher_token })], "order.voucher_redeemed")
    }))

  it.effect("the profile decides about tickets, top-ups, vouchers and payments", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { open, presale } = yield* FestivalTickets
      const tag = yield* tills.tag()
      const { token: voucher_token } = yield* presale
      const forbids = (permission: string, scan: Body) =>
        Effect.flatMap(
          open({ float: 0, flags: { [permission]: false } }),
          (till) => allRefused(till, [scan], "TillPermission", { permission })
        )
      yield* forbids("allow_ticket_sale", scanOf(tag))
      yield* forbids("allow_top_up", scanOf(tag, { top_up_amount: 1 }))
      yield* forbids("allow_ticket_vouchers", scanOf(tag, { voucher_token }))
      const sells = (payment_method: string) => ticketSale([scanOf(tag)], { payment_method })
      for (const [permission, method] of [["enable_cash_payment", "cash"], ["enable_card_payment", "sumup"]] as const) {
        const till = yield* open({ float: 0, flags: { [permission]: false } })
        yield* refused(till.post("/order/check-ticket-sale", sells(method)), "TillPermission", { permission })
        yield* refused(till.post("/order/book-ticket-sale", sells(method)), "TillPermission", { permission })
        const other = method === "cash" ? "sumup" : "cash"
        done(yield* untouched(till.post("/order/check-ticket-sale", sells(other))))
      }
    }))

  it.effect("included money counts against the maximum, and less than nothing is never topped up", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance, presale } = yield* FestivalTickets
      const tag = yield* tills.tag()
      const { token: voucher_token } = yield* presale
      for (const top_up_amount of [151, 145, 142.01]) {
        yield* allRefused(entrance, [scanOf(tag, { top_up_amount })], "order.maximum_exceeded")
      }
      yield* allRefused(entrance, [scanOf(tag, { top_up_amount: 150.01, voucher_token })], "order.maximum_exceeded")
      for (const top_up_amount of [-5, -0.01, 1.005, "NaN", 10_000_000.01]) {
        for (const call of calls(entrance, [scanOf(tag, { top_up_amount })])) yield* malformed(call)
      }
      for (const missing of [{ tag_pin: tag.pin }, { tag_uid: tag.uid }]) {
        for (const call of calls(entrance, [missing])) yield* malformed(call)
      }
      done(
        yield* entrance.post("/order/check-ticket-scan", {
          customer_tags: [scanOf(tag, { top_up_amount: 150, voucher_token })]
        })
      )
      const { body } = done(
        yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag, { top_up_amount: 142 })]))
      )
      assert.strictEqual(body.total_price, 162)
    }))

  it.effect("a sale needs a way to pay, and cash a register", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance, open } = yield* FestivalTickets
      const scans = [scanOf(yield* tills.tag())]
      const check = "/order/check-ticket-sale"
      const book = "/order/book-ticket-sale"
      const undecided = ticketSale(scans, { payment_method: null })
      const { payment_method: _, ...keyless } = undecided
      for (const request of [undecided, keyless]) {
        const { body } = done(yield* untouched(entrance.post(check, request)))
        assert.deepInclude(body, { payment_method: null, total_price: 20 })
        yield* refused(entrance.post(book, request), "order.method_needed")
      }
      const noRegister = yield* open()
      for (const path of [check, book]) {
        yield* refused(
          entrance.post(path, ticketSale(scans, { payment_method: "sumup_online" })),
          "order.tickets_online_at_till"
        )
        yield* malformed(entrance.post(path, ticketSale(scans, { payment_method: "tag" })))
        yield* refused(noRegister.post(path, ticketSale(scans)), "order.register_missing")
      }
      done(yield* noRegister.post(check, ticketSale(scans, { payment_method: "sumup" })))
    }))

  it.effect("shows a till the chip of a wristband that the office gave by its PIN, which is stored once", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const anna = yield* guest({ balance: 12 })
      const fresh = yield* tills.tag()
      const pins = { old_user_tag_pin: anna.pin, new_user_tag_pin: fresh.pin }
      done(yield* office("POST", "/customers/switch-tag", { ...pins, comment: "" }))
      yield* refused(bar.get(`/customer/${fresh.uid}`), "order.tag_without_account")
      const present = (uid: bigint) =>
        entrance.post("/order/check-ticket-scan", { customer_tags: [{ tag_pin: fresh.pin, tag_uid: uid }] })
      // A chip of another wristband stays with that one.
      const { uid: taken } = yield* guest({ balance: 1 })
      yield* refused(present(taken), "order.tags_used")

      assert.strictEqual((yield* present(fresh.uid)).body.rule, "order.tags_used")
      assert.strictEqual(done(yield* bar.get(`/customer/${fresh.uid}`)).body.id, anna.accountId)
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry, { log_type: "user_tag_chip_bound" })
      assert.deepInclude(entry?.content as Body, { account_id: anna.accountId })
      const { uid: other } = yield* tills.tag()
      for (const uid of [fresh.uid, other]) yield* refused(present(uid), "order.tags_used")
      assert.strictEqual(done(yield* bar.get(`/customer/${fresh.uid}`)).body.id, anna.accountId)
      yield* refused(bar.get(`/customer/${other}`), "order.tag_without_account")
    }))
})
