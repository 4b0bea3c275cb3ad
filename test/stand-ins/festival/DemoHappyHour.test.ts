import { assert, it } from "@effect/vitest"
import type { NewPriceList } from "@wristbank/core/event/PriceList"
import { PriceLists } from "@wristbank/core/event/PriceLists"
import { Products } from "@wristbank/core/event/Products"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { planHappyHour } from "@wristbank/stand-ins/festival/DemoHappyHour"
import { DateTime, Effect, Layer } from "effect"

it.effect("happy hour of the demo begins two minutes after each start, below no list of someone else", () => {
  const kept: Array<NewPriceList & { readonly id: bigint }> = []
  const services = Layer.mergeAll(
    Layer.mock(Products, {
      list: () => Effect.succeed([{ id: 5n, name: "Wine" }, { id: 6n, name: "Beer" }] as never)
    }),
    Layer.mock(PriceLists, {
      list: () => Effect.succeed([{ id: 1n, name: "Crew", rank: 7 }, ...kept] as never),
      create: (_caller, list) => Effect.sync(() => void kept.push({ ...list, id: 2n })) as never,
      update: (_caller, id, list) => Effect.sync(() => void kept.splice(0, 1, { ...list, id })) as never
    })
  )
  const startAt = (moment: string) =>
    Effect.map(planHappyHour({} as AtEvent, DateTime.makeUnsafe(moment)), () => {
      const [{ entries, rank, valid_from, valid_until }] = kept as [typeof kept[0]]
      return [kept.length, rank, DateTime.formatIso(valid_from!), DateTime.formatIso(valid_until!), entries.length]
    })
  return Effect.gen(function*() {
    const first = yield* startAt("2026-07-10T18:00:00Z")
    assert.deepStrictEqual(first, [1, 8, "2026-07-10T18:02:00.000Z", "2026-07-10T19:02:00.000Z", 1])
    const second = yield* startAt("2026-07-11T20:00:00Z")
    assert.deepStrictEqual(second, [1, 8, "2026-07-11T20:02:00.000Z", "2026-07-11T21:02:00.000Z", 1])
  }).pipe(Effect.provide(services))
})
