import { assert, it } from "@effect/vitest"
import { CardHistory } from "@wristbank/core/card/CardHistory"
import { CardMerchants } from "@wristbank/core/card/CardMerchants"
import { ProviderUpdates } from "@wristbank/core/card/ProviderUpdates"
import { ReconciliationDayRepository } from "@wristbank/core/card/ReconciliationDayRepository"
import { ReconciliationRepository } from "@wristbank/core/card/ReconciliationRepository"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { Access } from "@wristbank/core/organisation/Access"
import { type Failed, keepGoing, Outages } from "@wristbank/core/sql/Outages"
import { Deferred, Effect, Fiber, Layer, Logger, Schedule } from "effect"
import { SqlError } from "effect/sql"
import { bare } from "../../support/bare.ts"

const away = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("connect ECONNREFUSED") })
})

/** Runs work; returns the lines it logged and the failures it reported as part of an outage. */
const observed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const outages: Array<Failed> = []
    return work.pipe(
      Effect.provide(Logger.layer([Logger.make(({ logLevel, message }) => {
        lines.push(`${logLevel}: ${String(Array.isArray(message) ? message[0] : message)}`)
      })])),
      Effect.provideService(Outages, (failed) => Effect.sync(() => void outages.push(failed))),
      Effect.map((answer) => ({ answer, lines, outages }))
    )
  })

it.effect("work that goes on logs what failed, and an outage of the database only as part of it", () =>
  Effect.gen(function*() {
    const work = keepGoing("mail", "The mail could not be sent", "Error")
    const none = { answer: undefined, lines: [], outages: [] }
    const line = ["Error: The mail could not be sent"]
    assert.deepStrictEqual(yield* observed(work(Effect.succeed(1))), { ...none, answer: 1 })
    assert.deepStrictEqual(yield* observed(work(Effect.fail("no address"))), { ...none, lines: line })
    assert.deepStrictEqual(yield* observed(work(Effect.die("a defect"))), { ...none, lines: line })
    const outages = [{ kind: "round" as const, name: "mail" }]
    assert.deepStrictEqual(yield* observed(work(Effect.fail(away))), { ...none, outages })
    assert.deepStrictEqual(yield* observed(work(Effect.die(away))), { ...none, outages })
  }))

it.effect("a worker is ended by its own interruption, and not by that of a fiber it waits for", () =>
  Effect.gen(function*() {
    const third = yield* Deferred.make<void>()
    let rounds = 0
    const round = Effect.suspend(() =>
      ++rounds < 3
        ? Effect.flatMap(Effect.forkChild(Effect.never), (other) =>
          Effect.andThen(Fiber.interrupt(other), Fiber.join(other)))
        : Effect.andThen(Deferred.succeed(third, undefined), Effect.never)
    )
    const { lines } = yield* observed(Effect.gen(function*() {
      const worker = yield* Effect.forkChild(
        Effect.repeat(keepGoing("roll-up", "The roll-up will try again")(round), Schedule.forever),
        { startImmediately: true }
      )
      yield* Deferred.await(third)
      yield* Fiber.interrupt(worker)
    }))
    assert.strictEqual(rounds, 3)
    assert.deepStrictEqual(lines, Array.from({ length: 2 }, () => "Warn: The roll-up will try again"))
  }))

it.effect("a round of reconciliation logs an outage of the database as part of it, whatever days are due", () =>
  Effect.gen(function*() {
    const reconciliations = bare(Reconciliations).pipe(Layer.provide(Layer.mergeAll(
      Layer.mock(ReconciliationDayRepository, {
        due: () => Effect.succeed([{ day: "2026-07-03", event_id: 1n }, { day: "2026-07-04", event_id: 1n }]),
        measured: () =>
          Effect.succeed([{
            event_id: 1n,
            compared: 0,
            overdue: 2,
            last_success: null,
            unresolved: 0,
            unverified: 0
          }])
      }),
      Layer.mock(EventConfigurations, { current: () => Effect.die(away) }),
      Layer.mock(Access, {}),
      Layer.mock(CardHistory, {}),
      Layer.mock(CardMerchants, {}),
      Layer.mock(EventRepository, {}),
      Layer.mock(ProviderUpdates, {}),
      Layer.mock(ReconciliationRepository, {})
    )))
    const { lines, outages } = yield* observed(
      Effect.provide(Reconciliations.use(({ sweep }) => sweep()), reconciliations)
    )
    assert.deepStrictEqual(lines, [])
    const failed = { kind: "round" as const, name: "card reconciliation" }
    assert.deepStrictEqual(outages, [failed, failed, failed])
  }))
