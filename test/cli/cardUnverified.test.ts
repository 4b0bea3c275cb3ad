import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { UnverifiedPayment } from "@wristbank/core/sale/PendingOrder"
import { Effect, Schema } from "effect"
import { tmpdir } from "node:os"
import { Festival, sale } from "../support/Festival.ts"
import { done } from "../support/FestivalServer.ts"
import { runOnDatabase } from "./runCommand.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(UnverifiedPayment))))

const unverified = (...args: ReadonlyArray<string>) => runOnDatabase(["card", "unverified", ...args], { cwd: tmpdir() })

layer(Festival.layer, { excludeTestServices: true })("wristbank card unverified", (it) => {
  it.effect("lists what was booked on a terminal's word, of all events or of one", () =>
    Effect.gen(function*() {
      const { bar, event, neighbour, press } = yield* Festival
      const none = yield* unverified()
      assert.strictEqual(none.code, 0, none.stderr)
      assert.strictEqual(none.stdout.trimEnd(), "Every card payment is accounted for.")

      const request = sale([press("beer")], null, { payment_method: "sumup" })
      done(yield* bar.post("/order/book-sale", request))
      const listed = yield* unverified("--event", String(event))
      const [heading, line] = listed.stdout.split("\n")
      assert.match(heading!, /^event +order +type +amount +till +cashier +since +state +problem$/)
      assert.include(line, `${request.uuid}  sale  5.00 EUR`)
      assert.include(line, "Robin")
      assert.include(line, "booked, unverified")

      const json = yield* unverified("--json")
      const [payment] = decode(json.stdout)
      assert.deepInclude(payment, { order_uuid: request.uuid, amount: Cents.make(500n), till_id: BigInt(bar.id) })
      const elsewhere = yield* unverified("--event", String((yield* neighbour).event), "--json")
      assert.deepStrictEqual(decode(elsewhere.stdout), [])
      const nowhere = yield* unverified("--event", "999999")
      assert.strictEqual(nowhere.code, 1)
      assert.include(nowhere.stderr, "999999")
    }))
})
