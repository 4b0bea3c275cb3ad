import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const book = "/order/book-ticket-sale"

/** Tags and ticket vouchers of the whole festival: chips, accounts with their tags, redemptions. */
const handedOut = SqlClient.SqlClient.use((sql) =>
  sql`select (select count(*) from user_tag where uid is not null) as chips,
    (select count(*) from account where type = 'private' and user_tag_id is not null) as customers,
    (select count(*) from ticket_voucher where redeemed_at is not null) as vouchers,
    (select count(*) from ordr where order_type = 'ticket') as orders`
)

layer(FestivalTickets.layer, { excludeTestServices: true })("the same ticket sale again", (it) => {
  it.effect("gets the first answer to the byte, whatever has changed since", () =>
    Effect.gen(function*() {
      const { office, taxes, tills } = yield* Festival
      const { create, layoutOf, open, presale } = yield* FestivalTickets
      const ticket = { name: "Early bird", price: 9.9, initial_top_up_amount: 0.1 }
      const id = yield* create(ticket)
      const entrance = yield* open({ float: 0, layout: yield* layoutOf([id]) })
      const voucher = yield* presale
      const tag = { ...yield* tills.tag(), uid: 2n ** 64n - 3n }
      const request = ticketSale([
        scanOf(tag, { top_up_amount: 0.1 }),
        scanOf(yield* tills.tag(), { voucher_token: voucher.token, top_up_amount: 33.33 })
      ])
      const first = done(yield* entrance.post(book, request))
      assert.include(first.text, `"customer_tag_uid":${tag.uid},`)
      done(
        yield* entrance.post("/order/book-topup", {
          uuid: crypto.randomUUID(),
          payment_method: "cash",
          amount: 5,
          customer_tag_uid: tag.uid
        })
      )
      done(
        yield* office("POST", `/tickets/${id}`, {
          ...ticket,
          name: "Late bird",
          price: 20,
          restrictions: [],
          is_locked: false,
          tax_rate_id: taxes.vat
        })
      )
      const [one, other] = request.customer_tags
      const inHex = { ...request, customer_tags: [{ ...one, tag_uid: tag.uid.toString(16) }, other] }
      for (const again of [request, { ...request, uuid: request.uuid.toUpperCase() }, inHex]) {
        assert.strictEqual(done(yield* untouched(entrance.post(book, again))).text, first.text)
      }
      for (const change of [{ payment_method: "sumup" }, { customer_tags: [one] }, { customer_tags: [other, one] }]) {
        yield* refused(entrance.post(book, { ...request, ...change }), "AlreadyProcessed", { uuid: request.uuid })
      }
      yield* refused(entrance.post("/order/check-ticket-sale", request), "AlreadyProcessed", { uuid: request.uuid })
    }))

  it.effect("at once from several senders is booked once", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const request = ticketSale([scanOf(yield* tills.tag()), scanOf(yield* tills.tag())])
      const { answer: answers, moved: change } = yield* moved(
        Effect.all(Array.from({ length: 5 }, () => entrance.post(book, request)), { concurrency: 5 })
      )
      assert.deepStrictEqual(answers.map(({ text }) => text), answers.map(() => done(answers[0]!).text))
      assert.strictEqual(change[entrance.register], 40)
    }))
})

layer(FestivalTickets.layer, { excludeTestServices: true })("of ticket sales at once", (it) => {
  /** Books sales at tills of their own at the same time; asserts that one of them succeeds and the others are refused by the rule. */
  const contend = Effect.fnUntraced(function*(sales: ReadonlyArray<ReadonlyArray<Body>>, rule: string) {
    const { open } = yield* FestivalTickets
    const tills = yield* Effect.forEach(sales, () => open({ float: 0 }))
    const answers = yield* Effect.all(
      sales.map((scans, at) => tills[at]!.post(book, ticketSale(scans))),
      { concurrency: "unbounded" }
    )
    const texts = answers.map(({ text }) => text).join("\n")
    assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1, texts)
    for (const { body, status } of answers) if (status !== 200) assert.strictEqual(body.rule, rule, texts)
  })

  it.effect("that hand out the same tag exactly one is booked", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const tag = yield* tills.tag()
      yield* contend(Array.from({ length: 4 }, () => [scanOf(tag)]), "order.tags_used")
    }))

  it.effect("that hand out different tags with the same chip exactly one is booked", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { uid } = yield* tills.tag()
      const before = yield* handedOut
      const tags = yield* Effect.forEach([1, 2, 3, 4], () => tills.tag())
      yield* contend(tags.map(({ pin }) => [scanOf({ pin, uid })]), "order.chip_of_other_tag")
      const after = yield* handedOut
      // four cashiers came with chips and accounts of their own
      assert.strictEqual(Number(after[0]!.chips) - Number(before[0]!.chips), 5)
      assert.strictEqual(Number(after[0]!.customers) - Number(before[0]!.customers), 5)
    }))

  it.effect("that redeem the same voucher exactly one is booked", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { presale } = yield* FestivalTickets
      const { token: voucher_token } = yield* presale
      const tags = yield* Effect.forEach([1, 2, 3], () => tills.tag())
      yield* contend(tags.map((tag) => [scanOf(tag, { voucher_token })]), "order.voucher_redeemed")
    }))

  it.effect("that share tags, chips and vouchers in every order none waits for the other for ever", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { presale } = yield* FestivalTickets
      const tags = yield* Effect.forEach([1, 2, 3], () => tills.tag())
      const vouchers = yield* Effect.forEach([1, 2, 3], () => presale)
      const scans = tags.map((tag, at) => scanOf(tag, { voucher_token: vouchers[at]!.token, top_up_amount: 1 }))
      const [first, second, third] = [scans[0]!, scans[1]!, scans[2]!]
      const orders = [scans, scans.toReversed(), [second, third, first], [third, first, second]]
      yield* contend(orders, "order.tags_used")
    }))

  it.effect("with a free ticket for the same tag one is given", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      for (let n = 0; n < 4; n++) {
        const tag = yield* tills.tag()
        const grant = { user_tag_pin: tag.pin, user_tag_uid: tag.uid, initial_voucher_amount: 1 }
        const answers = yield* Effect.all([
          entrance.post(book, ticketSale([scanOf(tag)])),
          entrance.post("/user/grant-free-ticket", grant)
        ], { concurrency: 2 })
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
      }
    }))
})
