import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { randomUUID } from "node:crypto"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { type Reply, toJson } from "../../support/ServedApi.ts"

/** Paths with a slash at the end go through the router. */
const ways = { directly: "", "by the router": "/" } as const

interface Sent {
  readonly address: string
  readonly token: string
  readonly path: string
  readonly body: string
  readonly language?: string
}

/** The status, headers and text of an answer. */
const answered = ({ address, body, language = "en", path, token }: Sent, way: keyof typeof ways) =>
  Effect.promise(async () => {
    const response = await fetch(`${address}/terminal/order/${path}${ways[way]}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "accept-language": language
      },
      body
    })
    const { date: _, ...headers } = Object.fromEntries(response.headers)
    // The moment of a check's prices is that of the call.
    const text = (await response.text()).replace(/"priced_at":"[^"]+"/, "\"priced_at\":\"now\"")
    return { status: response.status, headers, text }
  })

const bothWays = Effect.fnUntraced(function*(sent: Sent) {
  const direct = yield* answered(sent, "directly")
  assert.deepStrictEqual(direct, yield* answered(sent, "by the router"), sent.body)
  return direct
})

const statuses = (replies: ReadonlyArray<Pick<Reply, "status">>) =>
  Array.from(new Set(replies.map(({ status }) => status))).toSorted((a, b) => a - b)

/** Values that the field of a request may hold by mistake. */
const mistaken = fc.oneof(
  fc.constantFrom(null, true, "", "1", 0, -1, 1.5, 1e21, [], {}, "ü", "\u2028", "12345678901234567890"),
  fc.integer(),
  fc.string({ unit: "binary" })
)

/** A request with one of its fields replaced now and then. */
const nearly = (body: object) =>
  fc.record(Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      fc.oneof({ weight: 30, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: mistaken })
    ])
  ))

layer(Festival.layer, { excludeTestServices: true })("bookings that are answered directly", (it) => {
  it.effect("have the answers of the router, refusals and headers included", () =>
    Effect.gen(function*() {
      const { address, bar, guest, press } = yield* Festival
      const known = yield* guest({ balance: 50, vouchers: 2 })
      const minor = yield* guest({ balance: 50, restriction: "under_18" })
      const uids = fc.constantFrom<bigint | null>(known.uid, known.uid, known.uid, minor.uid, 4711n, null)
      const presses = fc.array(
        fc.record({
          till_button_id: fc.constantFrom(
            ...(["beer", "beer", "large", "deposit", "spirit", "open", "elsewhere"] as const).map((name) =>
              press(name).till_button_id
            ),
            0
          ),
          quantity: fc.constantFrom(1, 1, 1, 2, 2, -1, 0, 40)
        }),
        { minLength: 1, maxLength: 2 }
      )
      const methods = fc.constantFrom("tag", "tag", "tag", "cash", "sumup", "sumup_online")
      const bodies = fc.oneof(
        fc.record({ uids, presses, methods }).chain(({ methods: method, presses: buttons, uids: uid }) =>
          nearly({ uuid: randomUUID(), payment_method: method, customer_tag_uid: uid, buttons }).map((body) => ({
            path: "check-sale",
            body
          }))
        ),
        fc.record({ uids, methods, amount: fc.constantFrom(0, 1, 12.34, -5, 1000) }).chain((drawn) =>
          nearly({
            uuid: randomUUID(),
            payment_method: drawn.methods,
            customer_tag_uid: drawn.uids,
            amount: drawn.amount
          }).map((body) => ({ path: "check-topup", body }))
        ),
        fc.record({ uids, amount: fc.constantFrom(0, -1, -12.34, 5, -1000) }).chain((drawn) =>
          nearly({ uuid: randomUUID(), customer_tag_uid: drawn.uids, amount: drawn.amount }).map((body) => ({
            path: "check-payout",
            body
          }))
        )
      )
      const drawn = fc.sample(fc.tuple(bodies, fc.constantFrom("en", "de")), { numRuns: 300, seed: 20 })
      const replies = yield* Effect.forEach(drawn, ([{ body, path }, language]) =>
        bothWays({ address, token: bar.token, path, body: toJson(body), language }))
      assert.deepStrictEqual(statuses(replies), [200, 400])
      assert.isAbove(
        replies.filter(({ status }) =>
          status === 200
        ).length,
        30
      )
    }))

  it.effect("leave calls to the router that are no JSON, have another token or are refused for their form", () =>
    Effect.gen(function*() {
      const { address, bar, guest, press } = yield* Festival
      const known = yield* guest()
      const body = toJson(sale([press("beer")], known))
      const texts = [
        "",
        "{",
        "null",
        "[]",
        body.slice(0, -1),
        `\uFEFF${body}`,
        body.replace("tag", "\\u0000"),
        `${body} `
      ]
      const sent = { address, token: bar.token, path: "check-sale" }
      const replies = yield* Effect.forEach(texts, (text) => bothWays({ ...sent, body: text }))
      assert.deepStrictEqual(replies.map(({ status }) => status), [400, 400, 400, 400, 400, 200, 400, 200])
      const unknown = yield* bothWays({ ...sent, token: "unknown", body })
      assert.strictEqual(unknown.status, 401)
      const long = yield* bothWays({ ...sent, body: body.padEnd(70_000) })
      assert.strictEqual(long.status, 400)
    }))

  it.effect("are booked once, and answered alike the other way", () =>
    Effect.gen(function*() {
      const { address, bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 50 })
      const calls = [
        { path: "book-sale", body: sale([press("beer", 2)], buyer) },
        { path: "book-topup", body: topUp(buyer, 20) },
        { path: "book-payout", body: payOut(buyer, -5) }
      ]
      for (const { body, path } of calls) {
        for (const first of ["directly", "by the router"] as const) {
          const second = first === "directly" ? "by the router" : "directly"
          const sent = { address, token: bar.token, path, body: toJson({ ...body, uuid: randomUUID() }) }
          const booked = yield* answered(sent, first)
          assert.strictEqual(booked.status, 200, booked.text)
          assert.deepStrictEqual(yield* answered(sent, second), booked)
        }
      }
      assert.deepStrictEqual(yield* has(buyer), { balance: 50 - 2 * 2 * 5 + 2 * 20 - 2 * 5, vouchers: 0 })
    }))
})
