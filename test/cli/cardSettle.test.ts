import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { Effect } from "effect"
import { tmpdir } from "node:os"
import { administrator } from "../support/administration.ts"
import { Festival, sale } from "../support/Festival.ts"
import { begun, checked, orderOf, payer, pays, withCheckouts } from "../support/FestivalCheckouts.ts"
import { refused, untouched } from "../support/FestivalLedger.ts"
import { cents, paymentStateOf, provider, shownOf, sound, withCards } from "../support/FestivalPayments.ts"
import { done } from "../support/FestivalServer.ts"
import { settlementsOf } from "../support/FestivalSettlements.ts"
import { runOnDatabase } from "./runCommand.ts"

const command = (...args: ReadonlyArray<string>) =>
  runOnDatabase(["card", "settle", ...args, "--as", administrator.login], { cwd: tmpdir() })

/** A beer for which another amount was charged. */
const mischarged = Effect.gen(function*() {
  const { bar, press } = yield* Festival
  const { uuid, ...request } = sale([press("beer")], null, { payment_method: "sumup" })
  const book = yield* provider
  book.answer(uuid, Fake.paid(cents(4)))
  const fields = { uuid, needed: 5, paid: 4, currency: "EUR" }
  yield* refused(bar.post("/order/book-sale", { uuid, ...request }), "order.other_money_charged", fields)
  return uuid
})

layer(withCards, { excludeTestServices: true })("wristbank card settle", (it) => {
  it.effect("books, dismisses and acknowledges, once", () =>
    Effect.gen(function*() {
      const { bar, event, press } = yield* Festival
      const at = ["--event", String(event), "--reason", "talked to the guest"]
      const word = sale([press("beer")], null, { payment_method: "sumup" })
      done(yield* bar.post("/order/book-sale", word))
      const cases = [
        ["--book", yield* mischarged, "booked mismatch"],
        ["--dismiss", yield* mischarged, "cancelled mismatch"],
        ["--acknowledge", word.uuid, "booked unverified"]
      ] as const
      for (const [kind, uuid, standing] of cases) {
        const settled = yield* command(uuid, ...at, kind)
        assert.strictEqual(settled.code, 0, settled.stderr)
        assert.match(settled.stdout, new RegExp(`^${uuid} is (booked|dismissed) and not listed any more\n$`))
        assert.strictEqual(yield* paymentStateOf(uuid), standing)
        assert.isUndefined(yield* shownOf(uuid))
        const [entry] = yield* settlementsOf(uuid)
        assert.deepInclude(entry, { settlement: kind.slice(2), reason: "talked to the guest" })
        assert.match(String(entry?.["by"]), /^.+@.+$/)
        assert.strictEqual(entry?.["login"], administrator.login)
        const again = yield* untouched(command(uuid, ...at, kind))
        assert.strictEqual(again.code, 1)
        assert.match(again.stderr, /has been settled: talked to the guest/)
      }
      yield* sound
    }))

  it.effect("answers in JSON, and says what is wrong", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const uuid = yield* mischarged
      const at = ["--event", String(event)]
      const wrong = [
        [uuid, "--reason", "x", "--dismiss"],
        [uuid, ...at, "--reason", "x"],
        [uuid, ...at, "--reason", "x", "--book", "--dismiss"],
        [uuid, ...at, "--reason", "  ", "--dismiss"],
        [uuid, "--event", String(event + 1000), "--reason", "x", "--dismiss"],
        [uuid, ...at, "--reason", "x", "--dismiss", "--as", "nobody"]
      ]
      for (const args of wrong) {
        const { code, stderr } = yield* untouched(command(...args))
        assert.oneOf(code, [1, 2], args.join(" "))
        assert.isNotEmpty(stderr)
      }
      assert.isDefined(yield* shownOf(uuid))
      const { stdout } = yield* command(uuid, ...at, "--reason", "given back", "--dismiss", "--json")
      const settled: unknown = JSON.parse(stdout)
      assert.deepStrictEqual(settled, {
        order_uuid: uuid,
        kind: "dismiss",
        status: "cancelled",
        reason: "given back"
      })
      const failed = yield* command(uuid, ...at, "--reason", "given back", "--dismiss", "--json")
      assert.match(failed.stdout, /"rule": "order.payment_settled"/)
    }))
})

layer(withCheckouts, { excludeTestServices: true })(
  "wristbank card settle, of a top-up on the web,",
  (it) => {
    it.effect("books what was paid, at the till where no one sits", () =>
      Effect.gen(function*() {
        const { event, has } = yield* Festival
        const anna = yield* payer()
        const { uuid } = yield* begun(anna, 30)
        yield* pays(uuid, { amount: cents(29) })
        assert.strictEqual(yield* checked(anna, uuid), "PENDING")
        const settled = yield* command(uuid, "--event", String(event), "--reason", "1.00 in cash", "--book")
        assert.strictEqual(settled.code, 0, settled.stderr)
        assert.strictEqual(yield* paymentStateOf(uuid), "booked mismatch")
        assert.strictEqual((yield* orderOf(uuid))?.cashier_id, null)
        assert.deepStrictEqual(yield* has(anna.guest), { balance: 30, vouchers: 0 })
        yield* sound
      }))
  }
)
