import { assert, layer } from "@effect/vitest"
import { unauthorized } from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { each, Festival } from "../../support/Festival.ts"
import { refreshToken, takeCards } from "../../support/FestivalCards.ts"
import { onTheWeb } from "../../support/FestivalCheckouts.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { malformed, untouched } from "../../support/FestivalLedger.ts"
import { cents, provider } from "../../support/FestivalPayments.ts"
import { charged, reconciled, takeCardsAtNoon, toldTopUp } from "../../support/FestivalReconciliations.ts"
import { type Answer, type Body, done, listOf } from "../../support/FestivalServer.ts"

/** Asserts that the call is refused by this rule, or with this id if the error has no rules, and books nothing. */
const refused = <E, R>(call: Effect.Effect<Answer, E, R>, refusal: string, fields: Body = {}, status = 400) =>
  Effect.map(untouched(call), (answer) => {
    assert.strictEqual(answer.status, status, answer.text)
    assert.strictEqual(answer.body.rule ?? answer.body.id, refusal)
    assert.deepInclude(answer.body, fields)
  })

const redirect_uri = "https://office.example/sumup?node=1"

const made = Effect.fnUntraced(function*(checkout_reference: string) {
  const { shop } = yield* provider
  const wanted = { amount: cents(5), currency: "EUR", description: "", merchant_code: "M", valid_until: null }
  return shop.create({ ...wanted, checkout_reference }, yield* DateTime.now)!
})

layer(Festival.layer, { excludeTestServices: true })("the card provider in the office", (it) => {
  it.effect("lists checkouts in parts, without those of others, and shows one", () =>
    Effect.gen(function*() {
      const { configure, office } = yield* Festival
      yield* configure(onTheWeb)
      const { shop } = yield* provider
      const uuids = [randomUUID(), randomUUID(), randomUUID()]
      const all = yield* Effect.forEach(uuids, made)
      yield* made("order 7")
      shop.foreign.checkouts.push({ id: "strange" }, { ...all[0], id: "x", amount: 1, checkout_reference: null })
      shop.deactivate(all[0]!.id)
      const listed = listOf(yield* office("GET", "/sumup/checkouts"))
      assert.sameMembers([...each(listed, "checkout_reference")], uuids)
      const expired = listed.find((row) => row.id === all[0]!.id)
      assert.deepInclude(expired, { status: "FAILED", expired: true, amount: 5 })
      const parts: Array<unknown> = []
      let cursor = ""
      for (let part = 0; part < 3; part++) {
        const [row] = listOf(yield* office("GET", `/sumup/checkouts?limit=1${cursor}`))
        parts.push(row?.id)
        cursor = `&cursor=${encodeURIComponent(`${String(row?.date)}/${String(row?.id)}`)}`
      }
      assert.deepStrictEqual(parts, each(listed, "id"))
      assert.deepStrictEqual(listOf(yield* office("GET", `/sumup/checkouts?limit=1${cursor}`)), [])
      assert.strictEqual(done(yield* office("GET", `/sumup/checkouts/${all[1]!.id}`)).body.id, all[1]!.id)
      const nowhere = { element_type: "sumup_checkout" }
      yield* refused(office("GET", "/sumup/checkouts/nowhere"), "NotFound", nowhere, 404)
      yield* refused(office("GET", "/sumup/checkouts/%2E%2E%2Fme"), "NotFound", nowhere, 404)
      yield* refused(office("GET", "/sumup/checkouts?cursor=7"), "card.cursor_invalid")
      shop.fail("list", { answer: unauthorized, done: false })
      yield* refused(office("GET", "/sumup/checkouts"), "SumUpError")
    }))

  it.effect("lists movements of money of any origin, the newest first, in parts", () =>
    Effect.gen(function*() {
      const { configure, office } = yield* Festival
      yield* configure(onTheWeb)
      for (let n = 1; n <= 5; n++) yield* charged(null, BigInt(n * 100))
      const listed = listOf(yield* office("GET", "/sumup/transactions"))
      assert.lengthOf(listed, 5)
      const times = each(listed, "timestamp").map(String)
      assert.deepStrictEqual(times, times.toSorted().toReversed())
      const first = listOf(yield* office("GET", "/sumup/transactions?limit=2"))
      const { id, timestamp } = first[1]!
      const cursor = encodeURIComponent(`${String(timestamp)}/${String(id)}`)
      const rest = listOf(yield* office("GET", `/sumup/transactions?limit=1000&cursor=${cursor}`))
      assert.deepStrictEqual([...each(first, "id"), ...each(rest, "id")], each(listed, "id"))
    }))

  it.effect("connects an event with the state that its administrator was given, once", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      yield* takeCards
      const at = `/tree/nodes/${event}`
      const begin = Effect.map(admin("POST", `${at}/begin-sumup-authorization`, { redirect_uri }), (answer) =>
        done(answer).body)
      const finish = (state?: unknown) =>
        admin("POST", `${at}/configure-sumup-token`, {
          authorization_code: "given",
          ...(state === undefined ? {} : { state })
        })
      const begun = yield* begin
      const url = new URL(String(begun.authorize_url))
      const state = String(begun.state)
      assert.strictEqual(url.pathname, "/authorize")
      assert.deepInclude(Object.fromEntries(url.searchParams), {
        response_type: "code",
        redirect_uri,
        state
      })
      yield* refused(finish(), "card.authorisation_unknown")
      yield* refused(finish("another state"), "card.authorisation_unknown")
      done(yield* finish(begun.state))
      const kept = yield* refreshToken
      assert.match(kept, /^refresh-/)
      yield* refused(finish(begun.state), "card.authorisation_unknown")
      yield* malformed(admin("POST", `${at}/begin-sumup-authorization`, { redirect_uri: "http://evil.example/" }))

      const { shop } = yield* provider
      const other = yield* begin
      shop.fail("history", { answer: unauthorized, done: false })
      yield* refused(finish(other.state), "card.other_merchant")
      assert.strictEqual(yield* refreshToken, kept)
    }))

  it.effect("takes a code without a state where none was begun, and only at the event", () =>
    Effect.gen(function*() {
      const { admin, at, event } = yield* Festival
      yield* takeCards
      const somebody = yield* clerk(event, event, ["node_administration"])
      done(yield* somebody("POST", `/tree/nodes/${event}/configure-sumup-token`, { authorization_code: "given" }))
      const part =
        done(yield* admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part", description: "" })).body.id
      yield* refused(
        at(event)("POST", `/tree/nodes/${Number(part)}/configure-sumup-token`, { authorization_code: "given" }),
        "card.not_at_event"
      )
    }))

  it.effect("shows what came of comparing a day, and settles what needs attention", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      yield* takeCardsAtNoon
      const [first, second] = [yield* toldTopUp, yield* toldTopUp]
      const { id } = yield* reconciled
      const [newest] = listOf(yield* office("GET", "/sumup/reconciliations?limit=1"))
      assert.deepInclude(newest, { id: Number(id), status: "done" })
      const shown = done(yield* office("GET", `/sumup/reconciliations/${id}`)).body.entries
      assert.includeMembers([...each(shown, "order_uuid")], [first, second])
      const one = done(yield* office("GET", `/sumup/reconciliations/${id}?limit=1&cursor=1`)).body.entries
      assert.deepStrictEqual(each(one, "n"), [2])
      yield* refused(office("GET", "/sumup/reconciliations/999999"), "NotFound", {}, 404)

      assert.includeMembers([...each(listOf(yield* office("GET", "/sumup/unverified-payments")), "order_uuid")], [
        first,
        second
      ])
      const settle = (kind: string, uuid = first) =>
        office("POST", `/sumup/unverified-payments/${uuid}/settle`, { kind, reason: "seen" })
      yield* refused(settle("book"), "order.booked_only_acknowledged")
      assert.deepInclude(done(yield* settle("acknowledge")).body, { order_uuid: first, status: "booked" })
      yield* refused(settle("acknowledge"), "order.payment_settled")
      yield* refused(settle("dismiss", randomUUID()), "NotFound", {}, 404)
      assert.notInclude(each(listOf(yield* office("GET", "/sumup/unverified-payments")), "order_uuid"), first)
    }))
})
