import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { audited } from "../../support/FestivalPeople.ts"
import { asBooked, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

layer(Festival.layer, { excludeTestServices: true })("grants that are sent again", (it) => {
  it.effect("vouchers are granted once for each id, and apart from one without", () =>
    Effect.gen(function*() {
      const { bar, event, guest, has } = yield* Festival
      const lucky = yield* guest({ balance: 0, vouchers: 1 })
      const request = { vouchers: 4, user_tag_uid: lucky.uid, request_id: randomUUID() }
      const first = done(yield* bar.post("/user/grant-vouchers", request))
      assert.strictEqual(asBooked(yield* untouched(bar.post("/user/grant-vouchers", request))), first.text)
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry?.content, { account_id: lucky.accountId, vouchers: 4 })
      done(yield* bar.post("/user/grant-vouchers", { ...request, request_id: null }))
      assert.deepStrictEqual(yield* has(lucky), { balance: 0, vouchers: 9 })
      // The replay shows later grants as well.
      assert.strictEqual(done(yield* bar.post("/user/grant-vouchers", request)).body.vouchers, 9)
    }))

  it.effect("vouchers without an id are granted once in ten seconds, however often a published terminal sends them", () =>
    Effect.gen(function*() {
      const { bar, guest, has, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const [lucky, other] = [yield* guest({ balance: 0 }), yield* guest({ balance: 0 })]
      const request = { vouchers: 4, user_tag_uid: lucky.uid }
      const grant = bar.post("/user/grant-vouchers", request)
      const answers = yield* Effect.all(Array.from({ length: 6 }, () => grant), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ body, status }) => status === 200 ? "" : body.rule).toSorted(), [
        "",
        ...Array.from({ length: 5 }, () => "order.granted_just_now")
      ])
      yield* refused(bar.post("/user/grant-vouchers", { ...request, request_id: null }), "order.granted_just_now")
      // Another number, another guest and another terminal are other grants.
      done(yield* bar.post("/user/grant-vouchers", { ...request, vouchers: 1 }))
      done(yield* bar.post("/user/grant-vouchers", { ...request, user_tag_uid: other.uid }))
      const elsewhere = yield* tills.open()
      done(yield* elsewhere.post("/user/login", login(elsewhere.cashier)))
      done(yield* elsewhere.post("/user/grant-vouchers", request))
      assert.deepStrictEqual([yield* has(lucky), yield* has(other)], [
        { balance: 0, vouchers: 9 },
        { balance: 0, vouchers: 4 }
      ])
      for (const sum of [13, 17]) {
        yield* sql`update grant_request set created_at = created_at - interval '11 seconds'`
        assert.strictEqual(done(yield* grant).body.vouchers, sum)
        yield* refused(grant, "order.granted_just_now")
      }
    }))

  it.effect("an id with other content is refused, of another event it is another", () =>
    Effect.gen(function*() {
      const { bar, guest, neighbour, tills } = yield* Festival
      const lucky = yield* guest({ balance: 0 })
      const request_id = randomUUID()
      const request = { vouchers: 4, user_tag_uid: lucky.uid, request_id }
      done(yield* bar.post("/user/grant-vouchers", request))
      const { pin, uid } = yield* tills.tag()
      const ticket = { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 4, request_id }
      yield* refused(bar.post("/user/grant-vouchers", { ...request, vouchers: 5 }), "AlreadyProcessed", {
        uuid: request_id
      })
      yield* refused(bar.post("/user/grant-free-ticket", ticket), "AlreadyProcessed", { uuid: request_id })
      yield* malformed(bar.post("/user/grant-vouchers", { ...request, request_id: "once" }))
      const abroad = yield* neighbour
      yield* refused(abroad.till.post("/user/grant-vouchers", request), "order.grant_without_customer")
    }))

  it.effect("a refused grant leaves its id free", () =>
    Effect.gen(function*() {
      const { bar, has, tills } = yield* Festival
      const { pin, uid } = yield* tills.tag()
      const request_id = randomUUID()
      const request = { vouchers: 2, user_tag_uid: uid, request_id }
      yield* refused(bar.post("/user/grant-vouchers", request), "order.grant_without_customer")
      const ticket = { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 1 }
      const { body } = done(yield* bar.post("/user/grant-free-ticket", ticket))
      done(yield* bar.post("/user/grant-vouchers", request))
      const guest = { pin, uid, accountId: Number(body.id), label: "" }
      assert.deepStrictEqual(yield* has(guest), { balance: 0, vouchers: 3 })
    }))

  it.effect("a free ticket that is sent again answers the account it got", () =>
    Effect.gen(function*() {
      const { bar, tills } = yield* Festival
      const { pin, uid } = yield* tills.tag()
      const ticket = { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 3, request_id: randomUUID() }
      const first = done(yield* bar.post("/user/grant-free-ticket", ticket))
      assert.strictEqual(asBooked(yield* untouched(bar.post("/user/grant-free-ticket", ticket))), first.text)
      yield* refused(
        bar.post("/user/grant-free-ticket", { ...ticket, request_id: randomUUID() }),
        "order.free_tag_used"
      )
      yield* refused(
        bar.post("/user/grant-free-ticket", { ...ticket, initial_voucher_amount: 2 }),
        "AlreadyProcessed",
        {
          uuid: ticket.request_id
        }
      )
    }))

  it.effect("sent many times at once it is granted once", () =>
    Effect.gen(function*() {
      const { bar, event, guest, has, tills } = yield* Festival
      const lucky = yield* guest({ balance: 0 })
      const { pin, uid } = yield* tills.tag()
      const vouchers = { vouchers: 4, user_tag_uid: lucky.uid, request_id: randomUUID() }
      const ticket = { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 3, request_id: randomUUID() }
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, (_, n) =>
          n % 2 === 0 ? bar.post("/user/grant-vouchers", vouchers) : bar.post("/user/grant-free-ticket", ticket)),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) {
        assert.strictEqual(done(answer).body.vouchers, answer.body.id === lucky.accountId ? 4 : 3)
      }
      assert.deepStrictEqual(yield* has(lucky), { balance: 0, vouchers: 4 })
      const entries = yield* audited(event, 3)
      assert.deepStrictEqual(
        entries.slice(0, 2).map(({ log_type }) =>
          log_type
        ).toSorted(),
        ["free_ticket_granted", "vouchers_granted"]
      )
      assert.strictEqual(entries[2]?.log_type, "user_tags_created")
    }))

  it.effect("of grants that want the same thing at once one has it, and the others learn why not", () =>
    Effect.gen(function*() {
      const { bar, guest, moved, tills } = yield* Festival
      const free = (pin: string, uid: bigint, request_id: string | null = null) =>
        bar.post("/user/grant-free-ticket", {
          user_tag_pin: pin,
          user_tag_uid: uid,
          initial_voucher_amount: 3,
          request_id
        })
      const rivals = Effect.gen(function*() {
        const [one, other] = [yield* tills.tag(), yield* tills.tag()]
        const samePin = [one, other].map(({ uid }) => free(one.pin, uid))
        const [third, fourth] = [yield* tills.tag(), yield* tills.tag()]
        const sameChip = [third, fourth].map(({ pin }) => free(pin, third.uid))
        const [fifth, sixth, lucky] = [yield* tills.tag(), yield* tills.tag(), yield* guest({ balance: 0 })]
        const request_id = randomUUID()
        const sameId = [
          ...[fifth, sixth].map(({ pin, uid }) => free(pin, uid, request_id)),
          bar.post("/user/grant-vouchers", { vouchers: 3, user_tag_uid: lucky.uid, request_id })
        ]
        return [
          { calls: samePin, refusal: "order.free_tag_used" },
          { calls: sameChip, refusal: "order.chip_taken" },
          { calls: sameId, refusal: "AlreadyProcessed" }
        ]
      })
      for (const { calls, refusal } of (yield* Effect.all([rivals, rivals, rivals])).flat()) {
        const { answer, moved: change } = yield* moved(Effect.all(calls, { concurrency: "unbounded" }))
        assert.lengthOf(answer.filter(({ status }) => status === 200), 1)
        for (const { body, status } of answer) {
          if (status !== 200) assert.deepStrictEqual([status, body.rule ?? body.id], [400, refusal])
        }
        assert.strictEqual(change["voucher_create vouchers"], -3)
      }
    }))
})
