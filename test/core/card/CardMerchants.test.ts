import { assert, layer } from "@effect/vitest"
import { CardMerchants } from "@wristbank/core/card/CardMerchants"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { Festival } from "../../support/Festival.ts"
import { cardKeys, takeCards } from "../../support/FestivalCards.ts"

/** The festival's merchant at the card provider, with the key in clear text. */
const merchant = Effect.gen(function*() {
  const { event } = yield* Festival
  const found = yield* (yield* CardMerchants).of(BigInt(event))
  return found === null ? null : { ...found, apiKey: Redacted.value(found.apiKey) }
})

layer(Festival.layer, { excludeTestServices: true })("the merchant of an event", (it) => {
  it.effect("is there from the moment the event takes cards until it takes none", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      assert.isNull(yield* merchant)
      yield* takeCards
      assert.deepStrictEqual(yield* merchant, {
        provider: null,
        apiKey: "sup_sk_festival",
        merchantCode: "MFESTIVAL",
        currency: "EUR"
      })
      yield* configure({ ...cardKeys(), sumup_payment_enabled: true, sumup_api_key: "sup_sk_new" })
      assert.strictEqual((yield* merchant)?.apiKey, "sup_sk_new")
      yield* configure({ ...cardKeys(), sumup_payment_enabled: false })
      assert.isNull(yield* merchant)
    }))

  it.effect("shows its key to no one who prints it", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      yield* takeCards
      const found = yield* (yield* CardMerchants).of(BigInt(event))
      assert.isNotNull(found)
      assert.notInclude(inspect(found, { depth: null }) + JSON.stringify(found), "sup_sk_festival")
    }))

  it.effect("is looked for in vain where there is no event", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip((yield* CardMerchants).of(999_999n))
      assert.strictEqual(error._tag, "NotFound")
    }))
})
