import { assert, layer } from "@effect/vitest"
import { limits } from "@wristbank/core/base/limits/Limits"
import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { hurriedly } from "../../support/hurriedly.ts"

layer(FestivalPortal.layer, { excludeTestServices: true })("the guest of a wristband", (it) => {
  it.effect("is found at a till by its printed PIN, whatever became of it", () =>
    Effect.gen(function*() {
      const { bar, guest, office, tills } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const anna = yield* guest({ balance: 20, vouchers: 3 })
      const find = (pin: string) =>
        Effect.map(bar.post("/customer/find-by-pin", { user_tag_pin: pin }), (answer) => {
          const { account, user_tag_pin, wristband } = done(answer).body
          const { balance, id, user_tag_uid, vouchers } = account as Body
          return { user_tag_pin, wristband, id, user_tag_uid, balance, vouchers }
        })
      const has = { user_tag_pin: anna.pin, id: anna.accountId, balance: 20, vouchers: 3 }
      const present = { ...has, wristband: "present", user_tag_uid: Number(anna.uid) }
      assert.deepStrictEqual(yield* find(anna.pin), present)
      assert.deepStrictEqual(yield* find(hurriedly(anna.pin)), present)

      assert.strictEqual((yield* (yield* signIn(anna))("POST", "/tag/block")).status, 204)
      assert.deepStrictEqual(yield* find(hurriedly(anna.pin)), { ...has, wristband: "blocked", user_tag_uid: null })

      const { pin, uid } = yield* tills.tag()
      const request = { new_user_tag_pin: pin, new_user_tag_uid: uid, comment: "lost" }
      done(yield* office("POST", `/customers/${anna.accountId}/switch-tag`, request))
      const now = { ...has, user_tag_uid: Number(uid) }
      assert.deepStrictEqual(yield* find(anna.pin), { ...now, wristband: "exchanged" })
      assert.deepStrictEqual(yield* find(pin), { ...now, user_tag_pin: pin, wristband: "present" })
    }))

  it.effect("is not found by the PIN of an unused wristband, of another event or of someone who works here", () =>
    Effect.gen(function*() {
      const { bar, guest, neighbour, tills } = yield* Festival
      const find = (user_tag_pin: string, till = bar) => till.post("/customer/find-by-pin", { user_tag_pin })
      const colleague = yield* worker(["terminal_login"])
      for (const pin of ["", "nobody's", (yield* tills.tag()).pin, colleague.pin]) {
        yield* Effect.map(
          find(pin),
          ({ body, status }) => assert.deepStrictEqual([status, body.rule], [400, "order.pin_without_guest"], pin)
        )
      }
      const { till } = yield* neighbour
      const { pin } = yield* guest()
      yield* refused(find(pin, { ...bar, ...till }), "order.pin_without_guest")
    }))

  it.effect("is looked for so often by one terminal, as a PIN opens the portal", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const till = yield* tills.open()
      const guess = till.post("/customer/find-by-pin", { user_tag_pin: "a guess" })
      const answers = yield* Effect.forEach(Array.from({ length: limits.pinsAtTerminal + 1 }), () => guess, {
        concurrency: 8
      })
      assert.lengthOf(answers.filter(({ body }) => body.id === "TooManyAttempts"), 1)
    }))
})
