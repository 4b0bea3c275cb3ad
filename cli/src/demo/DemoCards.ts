import { Configuration, usualCardProvider } from "@wristbank/core/config/Configuration"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { cardTopUps } from "./DemoBookings.ts"
import { festivalName } from "./DemoEvent.ts"
import { paid } from "./sumup/FakeAnswer.ts"
import { FakeSumUp } from "./sumup/FakeSumUp.ts"

/**
 * Starts the stand-in for the card provider, until the scope closes, and answers its address. A database with any other
 * event has none, as real payments must never be asked of it; a provider that was configured is left alone as well.
 */
export const demoCards = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  const sql = yield* SqlClient.SqlClient
  const others = yield* sql`select from node where event_id = id and name <> ${festivalName} limit 1`
  if (others.length > 0 || sumupUrl.href !== usualCardProvider.href) return undefined
  const fake = Context.get(yield* Layer.build(FakeSumUp.layer), FakeSumUp)
  for (const { amount, uuid } of cardTopUps) fake.book.answer(uuid, paid(amount))
  return new URL(fake.url)
})
