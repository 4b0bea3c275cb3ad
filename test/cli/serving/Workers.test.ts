import { assert, it } from "@effect/vitest"
import { startWorkers } from "@wristbank/cli/serving/Workers"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { CatalogueVersions } from "@wristbank/core/event/CatalogueVersions"
import { RollUp } from "@wristbank/core/journal/RollUp"
import { MailSender } from "@wristbank/core/mail/MailSender"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { DaySeals } from "@wristbank/core/report/DaySeals"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import { BaseCopyWatch } from "@wristbank/core/sql/BaseCopies"
import { LogCopyWatch } from "@wristbank/core/sql/LogCopies"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"

it.effect("a worker that fails is logged and runs again, until the end", () => {
  const logged: Array<unknown> = []
  let runs = 0
  const rollUp = Layer.mock(RollUp, {
    advance: () =>
      Effect.suspend(() => {
        runs++
        return runs <= 2 ? Effect.die(new Error(`broken ${runs}`)) : Effect.succeed(true)
      })
  })
  const summaries = Layer.mock(BookingSummaries, { keepUp: () => Effect.succeed(false) })
  const seals = Layer.mock(DaySeals, { sweep: () => Effect.void })
  const sweeps = Layer.mock(PendingOrderSweeps, { sweep: () => Effect.void })
  const reconciliations = Layer.mock(Reconciliations, { sweep: () => Effect.void })
  const copies = Layer.mock(LogCopyWatch, { look: () => Effect.void })
  const bases = Layer.mock(BaseCopyWatch, { look: () => Effect.void })
  const versions = Layer.mock(CatalogueVersions, { begin: () => Effect.void })
  const mail = Layer.mock(MailSender, { sweep: () => Effect.void, eraseOld: () => Effect.succeed(0) })
  const limits = Layer.mock(SignInLimits, { prune: Effect.succeed([]), refusalOf: () => undefined })
  const logger = Logger.layer([Logger.make(({ message }) => logged.push(message))])
  return Effect.gen(function*() {
    yield* Effect.scoped(Effect.andThen(startWorkers, TestClock.adjust("10 seconds")))
    assert.strictEqual(runs, 4)
    assert.lengthOf(logged, 2)
    assert.include(String(logged[0]), "roll-up failed")
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(runs, 4)
  }).pipe(
    Effect.provide(
      Layer.mergeAll(rollUp, summaries, seals, sweeps, reconciliations, bases, copies, mail, limits, versions, logger)
    )
  )
})
