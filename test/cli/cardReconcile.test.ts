import { assert, layer } from "@effect/vitest"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect } from "effect"
import { tmpdir } from "node:os"
import { Festival } from "../support/Festival.ts"
import { charged, today, toldTopUp, withNoon } from "../support/FestivalReconciliations.ts"
import { secretKey } from "../support/secrets.ts"
import { runOnDatabase } from "./runCommand.ts"

const reconcile = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const provider = yield* FakeSumUp
  const environment = { WRISTBANK_SECRET_KEY: secretKey, WRISTBANK_SUMUP_URL: provider.url }
  return yield* runOnDatabase(["card", "reconcile", ...args], { cwd: tmpdir(), environment })
})

layer(withNoon, { excludeTestServices: true })("wristbank card reconcile", (it) => {
  it.effect("compares a day, prints what differs and refuses what is no day or event", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const day = yield* today
      const [paid, unpaid] = [yield* toldTopUp, yield* toldTopUp]
      yield* charged(paid, 700n)
      const outcome = yield* reconcile("--event", String(event), "--day", day)
      assert.strictEqual(outcome.code, 0, outcome.stderr)
      assert.include(
        outcome.stdout,
        `Event ${event}, ${day}: 1 movements at the card provider, 2 orders booked, 1 matched`
      )
      assert.match(outcome.stdout, new RegExp(`not at provider +${unpaid} +7\\.00`))
      const json = yield* reconcile("--day", day, "--json")
      assert.match(json.stdout, /"unresolved": ?1/)
      const wrong = yield* reconcile("--event", String(event), "--day", "yesterday")
      assert.strictEqual(wrong.code, 1)
      assert.include(wrong.stderr, "YYYY-MM-DD")
      assert.match(wrong.stderr, /^Event \d+: /, "of several events it has to be known which failed")
      const unknown = yield* reconcile("--event", "999999")
      assert.strictEqual(unknown.code, 1)
      assert.match(unknown.stderr, /^There is no event 999999\./)
    }))
})
