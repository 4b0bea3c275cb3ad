import { assert, layer } from "@effect/vitest"
import { NewFreeTicketGrant } from "@wristbank/core/sale/Grant"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { exactNumbers } from "@wristbank/http/client/ExactClient"
import { DateTime, Effect } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Festival } from "../../support/Festival.ts"

layer(Festival.layer, { excludeTestServices: true })("the typed client", (it) => {
  it.effect("sends and reads a chip beyond 2^53 exactly, and without exact numbers refuses the answer", () =>
    Effect.gen(function*() {
      const { address, bar, tills } = yield* Festival
      const withToken = HttpClient.mapRequest(HttpClientRequest.bearerToken(bar.token))
      const baseUrl = `${address}/terminal`
      const exact = yield* HttpApiClient.make(TerminalApi, {
        baseUrl,
        transformClient: (client) => exactNumbers(withToken(client))
      })
      const { pin } = yield* tills.tag()
      const uid = 2n ** 64n - 0x04_a1_b2_c3_d4_e5_f7n
      const granted = yield* exact.customers.grantFreeTicket({
        payload: new NewFreeTicketGrant({
          user_tag_pin: pin,
          user_tag_uid: uid,
          initial_voucher_amount: 0,
          request_id: null
        })
      })
      assert.strictEqual(granted.user_tag_uid, uid)
      const params = { customer_tag_uid: uid }
      const { activated_at, kind, ...shown } = yield* exact.customers.get({ params })
      assert.isTrue(DateTime.isDateTime(activated_at))
      assert.strictEqual(kind, "private")
      assert.deepStrictEqual(shown, { ...granted })
      const plain = yield* HttpApiClient.make(TerminalApi, { baseUrl, transformClient: withToken })
      const answer = yield* Effect.exit(plain.customers.get({ params }))
      assert.strictEqual(answer._tag, "Failure")
    }).pipe(Effect.provide(FetchHttpClient.layer)))
})
