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
import { keepGoing } from "@wristbank/core/sql/Outages"
import { DateTime, type Duration, Effect, Schedule } from "effect"
import { sayStarted } from "./Started.ts"

/** Work that is repeated beside the server. */
interface Worker<R> {
  readonly name: string
  /** Pause after each run. */
  readonly every: Duration.Input
  /** Can be killed at any moment, and may run in several processes at once. */
  readonly run: Effect.Effect<unknown, unknown, R>
}

type Services =
  | BaseCopyWatch
  | BookingSummaries
  | CatalogueVersions
  | DaySeals
  | LogCopyWatch
  | MailSender
  | PendingOrderSweeps
  | Reconciliations
  | RollUp
  | SignInLimits

const workers: ReadonlyArray<Worker<Services>> = [
  { name: "roll-up", every: "3 seconds", run: RollUp.use((rollUp) => rollUp.advance()) },
  { name: "summaries", every: "10 seconds", run: BookingSummaries.use((summaries) => summaries.keepUp()) },
  { name: "catalogue versions", every: "5 seconds", run: CatalogueVersions.use(({ begin }) => begin()) },
  {
    name: "card payments",
    every: "5 seconds",
    run: PendingOrderSweeps.use(({ sweep }) => Effect.flatMap(DateTime.now, sweep))
  },
  {
    name: "card reconciliation",
    every: "5 minutes",
    run: Reconciliations.use(({ sweep }) => sweep())
  },
  { name: "copies of the log", every: "30 seconds", run: LogCopyWatch.use(({ look }) => look()) },
  { name: "copies of the whole", every: "5 minutes", run: BaseCopyWatch.use(({ look }) => look()) },
  { name: "day seals", every: "10 minutes", run: DaySeals.use(({ sweep }) => sweep()) },
  { name: "mail", every: "2 seconds", run: MailSender.use(({ sweep }) => Effect.flatMap(DateTime.now, sweep)) },
  { name: "old mail", every: "1 hour", run: MailSender.use(({ eraseOld }) => Effect.flatMap(DateTime.now, eraseOld)) },
  { name: "old sign-in failures", every: "5 minutes", run: SignInLimits.use(({ prune }) => prune) }
]

// A failed run is logged and the next one tries again. The loop ends only with the process.
const repeated = <R>({ every, name, run }: Worker<R>) =>
  run.pipe(keepGoing(name, `The worker ${name} failed and will try again`), Effect.repeat(Schedule.spaced(every)))

/** The names of all workers. */
export const workerNames: ReadonlyArray<string> = workers.map(({ name }) => name)

/** Starts all workers; they end with the scope. */
export const startWorkers = Effect.forEach(workers, (worker) => Effect.forkScoped(repeated(worker)), { discard: true })
  .pipe(Effect.andThen(sayStarted))
