import { Context, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { NotFound } from "../base/Refusal.ts"
import { mapInSlices, runInSlices } from "../base/SlicedWork.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Mails } from "../mail/Mails.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import * as Payout from "./Payout.ts"
import { PayoutBookings } from "./PayoutBookings.ts"
import { PayoutCandidates } from "./PayoutCandidates.ts"
import { mailsOf } from "./PayoutMail.ts"
import { PayoutRepository } from "./PayoutRepository.ts"
import * as PayoutRun from "./PayoutRun.ts"
import { PayoutRunRepository } from "./PayoutRunRepository.ts"
import { remittanceOf, summary } from "./PayoutSelection.ts"

/** Payout runs: customers' balances on their way to the bank and, as donations, to the event. */
export class PayoutRuns extends Context.Service<PayoutRuns>()("core/PayoutRuns", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const bookings = yield* PayoutBookings
    const candidates = yield* PayoutCandidates
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const events = yield* EventRepository
    const mails = yield* Mails
    const payouts = yield* PayoutRepository
    const runs = yield* PayoutRunRepository

    /** A run belongs to the whole event, so a caller at a node below needs the privilege at the event. */
    const atTop = (caller: AtEvent, privileges: ReadonlyArray<Privilege>) =>
      access.requireAt(caller, caller.eventId, privileges)

    const existing = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      const run = yield* runs.find(caller.eventId, id)
      return run ?? (yield* new NotFound({ element_type: "payout_run", element_id: id }))
    })

    /** A run, locked until the end of the transaction. */
    const locked = (caller: AtEvent, id: bigint) => Effect.andThen(runs.lock(caller.eventId, id), existing(caller, id))

    /** Read before the transaction: inside it the cache could keep a version that is rolled back. */
    const accountsOf = (caller: AtEvent) =>
      Effect.map(configurations.current(caller.eventId), ({ systemAccounts }) => systemAccounts)

    /** The runs of the event, newest first. */
    const list = Effect.fn("PayoutRuns.list")(function*(caller: AtEvent) {
      yield* atTop(caller, PayoutRun.maySeePayouts)
      return yield* Effect.orDie(runs.list(caller.eventId))
    })

    /** One run of the event. */
    const get = Effect.fn("PayoutRuns.get")(
      function*(caller: AtEvent, id: bigint) {
        yield* atTop(caller, PayoutRun.maySeePayouts)
        return yield* existing(caller, id)
      },
      dieOnInfrastructure
    )

    /** The payouts of a run by account holder. */
    const payoutsOf = Effect.fn("PayoutRuns.payoutsOf")(
      function*(caller: AtEvent, id: bigint) {
        yield* atTop(caller, PayoutRun.mayPayOut)
        yield* existing(caller, id)
        return yield* runs.payouts(caller.eventId, id)
      },
      dieOnInfrastructure
    )

    const balances = (eventId: bigint) => Effect.orDie(payouts.balances(eventId))

    /** The totals of a run without limits, if it were created now. */
    const pending = Effect.fn("PayoutRuns.pending")(function*(caller: AtEvent) {
      yield* atTop(caller, PayoutRun.mayPayOut)
      const settings = yield* events.settings(caller.eventId)
      const selection = yield* Effect.orDie(candidates.choose(caller.eventId, settings, null))
      return PayoutRun.pendingDetail(selection, yield* balances(caller.eventId))
    })

    /** The totals of a run with these limits, and whom it would pay. Refused as its creation would be, also when no customer is in it. */
    const preview = Effect.fn("PayoutRuns.preview")(function*(caller: AtEvent, input: PayoutRun.NewPayoutRun) {
      yield* atTop(caller, PayoutRun.mayPayOut)
      const settings = yield* events.settings(caller.eventId)
      const limits = yield* Effect.fromResult(PayoutRun.allowCreation(input, settings))
      const selection = yield* Effect.orDie(candidates.choose(caller.eventId, settings, limits))
      yield* Effect.fromResult(PayoutRun.allowSelection(selection.chosen))
      return PayoutRun.previewOf(selection, yield* balances(caller.eventId))
    })

    /** Creates a run for the customers that the limits allow, and reserves their money. */
    const create = Effect.fn("PayoutRuns.create")(function*(caller: AtEvent, input: PayoutRun.NewPayoutRun) {
      const { eventId, userId } = caller
      const accounts = yield* accountsOf(caller)
      return yield* changes.run(
        caller,
        (run) => ({ logType: "payout_run_created", content: PayoutRun.auditContent(run), nodeId: eventId }),
        Effect.gen(function*() {
          yield* atTop(caller, PayoutRun.mayPayOut)
          const settings = yield* events.settings(eventId)
          const limits = yield* Effect.fromResult(PayoutRun.allowCreation(input, settings))
          const workDone = yield* WorkDone
          const { chosen, leftOut } = yield* candidates.chooseLocked(eventId, settings, limits)
          yield* Effect.fromResult(PayoutRun.allowSelection(chosen))
          yield* workDone(1, 3)
          const id = yield* runs.insert({ eventId, userId, input, leftOut: summary(leftOut) })
          const drafts = yield* runInSlices(() =>
            mapInSlices(chosen, (one) => ({ ...one, remittance: remittanceOf(settings, one.candidate) }))
          )
          yield* payouts.insert(eventId, id, drafts)
          yield* workDone(2, 3)
          const postings = chosen.flatMap(({ candidate, ...share }) =>
            Payout.reserve({ customer_account_id: candidate.account_id, ...share }, accounts)
          )
          const description = `payout run ${id}: reserved`
          yield* bookings.book({ eventId, userId, description, postings, customers: "source" })
          yield* payouts.noteReservations(eventId, id, drafts)
          return yield* existing(caller, id)
        })
      )
    })

    /** Books the reserved payouts as paid to the bank and to the donations, and writes to their customers. */
    const setDone = Effect.fn("PayoutRuns.setDone")(function*(caller: AtEvent, id: bigint) {
      const { eventId, userId } = caller
      const accounts = yield* accountsOf(caller)
      yield* changes.run(
        caller,
        (run) => ({ logType: "payout_run_marked_done", content: PayoutRun.auditContent(run), nodeId: eventId }),
        Effect.gen(function*() {
          yield* atTop(caller, PayoutRun.mayPayOut)
          const run = yield* locked(caller, id)
          yield* Effect.fromResult(PayoutRun.allowDone(PayoutRun.stateOf(run)))
          const rows = yield* payouts.payouts(eventId, id)
          const postings = rows.flatMap((row) => Payout.pay(row, accounts))
          const description = `payout run ${id}: done`
          yield* bookings.book({ eventId, userId, description, postings, customers: "neither" })
          yield* payouts.lockCustomers(eventId, rows.map((row) => row.customer_account_id))
          yield* payouts.deductDonations(eventId, id)
          const letters = mailsOf(yield* runs.payouts(eventId, id))
          yield* payouts.settle(eventId, id, "paid")
          yield* runs.end(eventId, id, "done", userId)
          yield* mails.enqueueAll(eventId, "payout_done", letters)
          return run
        })
      )
    })

    /** Returns reserved money to customers. `force` asserts that the bank will not execute the file that was made. */
    const revoke = Effect.fn("PayoutRuns.revoke")(function*(caller: AtEvent, id: bigint, force: boolean) {
      const { eventId, userId } = caller
      const accounts = yield* accountsOf(caller)
      yield* changes.run(
        caller,
        (run) => ({
          logType: "payout_run_revoked",
          content: { ...PayoutRun.auditContent(run), force },
          nodeId: eventId
        }),
        Effect.gen(function*() {
          yield* atTop(caller, PayoutRun.mayPayOut)
          const run = yield* locked(caller, id)
          yield* Effect.fromResult(PayoutRun.allowRevocation(id, PayoutRun.stateOf(run), force))
          const rows = yield* payouts.payouts(eventId, id)
          const postings = rows.flatMap((row) => Payout.release(row, accounts))
          yield* payouts.lockAccounts(eventId, rows.map((row) => row.customer_account_id))
          yield* bookings.give({ eventId, userId }, `payout run ${id}: revoked`, postings)
          yield* payouts.settle(eventId, id, "released")
          yield* runs.end(eventId, id, "revoked", userId)
          return run
        })
      )
    })

    /** Returns the money of a payout that the bank did not transfer, and records the bank's reason. */
    const giveBack = Effect.fn("PayoutRuns.giveBack")(
      function*(caller: AtEvent, id: bigint, payoutId: bigint, { reason }: Payout.ReturnedPayout) {
        const { eventId, userId } = caller
        const accounts = yield* accountsOf(caller)
        yield* changes.run(
          caller,
          (payout) => ({
            logType: "payout_returned",
            content: { payout_run_id: id, payout_id: payoutId, amount: Money.toJson(payout.amount), reason },
            nodeId: eventId
          }),
          Effect.gen(function*() {
            yield* atTop(caller, PayoutRun.mayPayOut)
            const run = yield* locked(caller, id)
            const [payout] = yield* payouts.payouts(eventId, id, payoutId)
            if (payout === undefined) return yield* new NotFound({ element_type: "payout", element_id: payoutId })
            const postings = yield* Effect.fromResult(
              Payout.giveBack(payout, run.sepa_was_generated || run.done, accounts)
            )
            yield* payouts.lockAccounts(eventId, [payout.customer_account_id])
            yield* bookings.give({ eventId, userId }, `payout ${payoutId}: returned`, postings)
            yield* payouts.markReturned(eventId, payout, reason)
            return payout
          })
        )
      }
    )

    return { create, get, giveBack, list, payoutsOf, pending, preview, revoke, setDone }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, EventConfigurations.layer, Mails.layer, PayoutCandidates.layer]),
    Layer.provide([EventRepository.layer, PayoutBookings.layer, PayoutRepository.layer, PayoutRunRepository.layer])
  )
}
