import { assert, it as decides, layer } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { largerBodies } from "@wristbank/http/api/BodyLimit"
import { domainErrors, statusOf } from "@wristbank/http/api/Errors"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { forTerminals } from "@wristbank/http/server/answers/RequestRefusal"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, OpenApi } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"

/** With these statuses a published terminal takes a booking as delivered; it repeats calls with any 5xx. */
const understood = [400, 401, 403, 404, 503]

decides("the document of the terminal API names no refusal that terminals take for not delivered", () => {
  const { paths } = JSON.parse(JSON.stringify(OpenApi.fromApi(TerminalApi)))
  const calls = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.entries<{ security: ReadonlyArray<unknown>; responses: object }>(operations as never).map(
      ([method, { responses, security }]) => ({ call: `${method} ${path}`, security, statuses: Object.keys(responses) })
    )
  ).filter(({ security }) => security.length > 0)
  for (const { call, statuses } of calls) {
    const refusals = statuses.map(Number).filter((status) => status >= 400)
    assert.deepStrictEqual(refusals.filter((status) => !understood.includes(status)), [], call)
  }
  assert.isAbove(calls.length, 35)
})

decides("every error that a rule raises reaches a registered terminal as one it understands", () => {
  for (const { identifier } of domainErrors) {
    const { status } = forTerminals(HttpServerResponse.empty({ status: statusOf(identifier) }))
    assert.include(understood, status, identifier)
  }
  for (const status of [409, 412, 413, 422, 429]) {
    assert.strictEqual(forTerminals(HttpServerResponse.empty({ status })).status, 400)
  }
})

decides("bodies that may have more are those of calls that there are", () => {
  const calls: Array<string> = []
  HttpApi.reflect(AdministrationApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => void calls.push(`${endpoint.method} ${endpoint.path}`)
  })
  for (const call of largerBodies.keys()) assert.include(calls, call)
})

layer(Festival.layer, { excludeTestServices: true })("what a registered terminal sends", (it) => {
  it.effect("is refused with 400 and what people are to read, whatever is wrong with it", () =>
    Effect.gen(function*() {
      const { bar, guest } = yield* Festival
      const { uid } = yield* guest()
      const topUp = (fields: object) => ({
        uuid: randomUUID(),
        amount: 10,
        payment_method: "cash",
        customer_tag_uid: Number(uid),
        ...fields
      })
      const tickets = (fields: object) => ({
        uuid: randomUUID(),
        customer_tags: [],
        payment_method: "cash",
        ...fields
      })
      const bodies: ReadonlyArray<readonly [path: string, body: object]> = [
        ["/order/book-topup", topUp({ amount: 10.123 })],
        ["/order/book-topup", topUp({ amount: 0.1 + 0.2 })],
        ["/order/book-topup", topUp({ amount: -1 })],
        ["/order/book-topup", topUp({ payment_method: "tag" })],
        ["/order/book-topup", topUp({ payment_method: "gold" })],
        ["/order/book-topup", topUp({ customer_tag_uid: 1 })],
        ["/order/book-topup", topUp({ customer_tag_uid: null })],
        ["/order/book-topup", topUp({ uuid: "x".repeat(70_000) })],
        ["/order/book-ticket-sale", tickets({})],
        ["/order/book-ticket-sale", tickets({ payment_method: "tag" })],
        ["/order/book-ticket-sale", tickets({ payment_method: null })],
        [
          "/order/book-ticket-sale",
          tickets({ customer_tags: [{ tag_uid: 1, tag_pin: "none", top_up_amount: 0.001 }] })
        ],
        ["/order/book-ticket-sale", tickets({ customer_tags: "x".repeat(70_000) })],
        ["/order/book-payout", topUp({ amount: -1.234 })],
        ["/order/book-sale", tickets({ buttons: [{ till_button_id: 1, quantity: 1.5 }] })],
        ["/user/check-login", { user_tag_uid: -1 }]
      ]
      for (const [path, body] of bodies) {
        const { status, text } = yield* untouched(bar.post(path, body))
        const answer = JSON.parse(text)
        assert.strictEqual(status, 400, `${path} ${JSON.stringify(body).slice(0, 200)} ${text.slice(0, 200)}`)
        assert.deepStrictEqual([answer.type, typeof answer.id, typeof answer.message], ["service", "string", "string"])
      }
    }))
})
