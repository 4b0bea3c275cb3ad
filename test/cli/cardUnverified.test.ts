import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/ledger/Money"
import { UnverifiedPayment } from "@wristbank/core/order/PendingOrder"
import { Effect, Redacted, Schema } from "effect"
import { tmpdir } from "node:os"
import { TestDatabase } from "../support/database.ts"
import { Festival, sale } from "../support/Festival.ts"
import { done } from "../support/FestivalServer.ts"
import { runCommand } from "./runCommand.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(UnverifiedPayment))))

const unverified = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.promise(() =>
      runCommand(["card", "unverified", ...args], {
        cwd: tmpdir(),
        environment: { DATABASE_URL: Redacted.value(url) }
      })
    ))

layer(Festival.layer, { excludeTestServices: true, timeout: 60_000 })("wristbank card unverified", (it) => {
  it.effect("lists what was booked on a terminal's word, of all events or of one", () =>
    Effect.gen(function*() {
      const { bar, event, press } = yield* Festival
      const none = yield* unverified()
      assert.strictEqual(none.code, 0, none.stderr)
      assert.strictEqual(none.stdout.trimEnd(), "Every card payment is accounted for.")

      const request = sale([press("beer")], null, { payment_method: "sumup" })
      done(yield* bar.post("/order/book-sale", request))
      const listed = yield* unverified("--event", String(event))
      const [heading, line] = listed.stdout.split("\n")
      assert.match(heading!, /^event +order +type +amount +till +cashier +since +state +problem$/)
      assert.include(line, `${request.uuid}  sale  5.00 EUR`)
      assert.include(line, "Somebody")
      assert.include(line, "booked, unverified")

      const json = yield* unverified("--json")
      const [payment] = decode(json.stdout)
      assert.deepInclude(payment, { order_uuid: request.uuid, amount: Cents.make(500n), till_id: BigInt(bar.id) })
      const elsewhere = yield* unverified("--event", String(event + 1000), "--json")
      assert.deepStrictEqual(decode(elsewhere.stdout), [])
    }), 60_000)
})
