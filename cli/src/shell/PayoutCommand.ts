import { Args, Flags } from "@oclif/core"
import type { EventCaller } from "@wristbank/core/event/EventCaller"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import type { PayoutFiles } from "@wristbank/core/payout/PayoutFiles"
import type { PayoutRuns } from "@wristbank/core/payout/PayoutRuns"
import { Effect, Layer } from "effect"
import { callerFlags } from "../flags/CallerFlags.ts"
import { confirm } from "./Confirmation.ts"
import type { CommandServices } from "./EffectCommand.ts"
import { EventCommand, type EventFlags } from "./EventCommand.ts"
import type { ExpectedFailure } from "./Remedies.ts"

/** The flags of every command about payouts. */
export const payoutFlags = callerFlags("payout_management")

/** The run that a command is about. */
export const runArgument = {
  run: Args.integer({ description: "number of the run in the list", min: 1, required: true })
}

/** The file that a command writes. */
export const fileFlags = {
  output: Flags.string({
    description: "file to write (default: named after the run, here); - for standard output",
    helpValue: "<file>"
  }),
  force: Flags.boolean({ description: "replace an existing file" })
}

/** Skips the question before money moves. */
export const yesFlag = { yes: Flags.boolean({ char: "y", description: "go on without asking" }) }

/** A command about payouts, which are booked in the name of a user. */
export abstract class PayoutCommand extends EventCommand {
  /** Shows a run, asks, ends the run and returns its new state, with the sums it had before. */
  protected async ending<E extends ExpectedFailure>(
    payer: EventFlags & { readonly yes: boolean },
    id: bigint,
    question: (total: string) => string,
    end: (runs: PayoutRuns["Service"], caller: AtEvent) => Effect.Effect<void, E>
  ) {
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { totalOf } = await import("../views/PayoutLines.ts")
    return this.paying(payer, true, ({ caller, settings }) =>
      Effect.gen(function*() {
        const runs = yield* PayoutRuns
        const total = totalOf(yield* runs.get(caller, id), settings.currency_identifier)
        yield* confirm(question(total), payer)
        yield* end(runs, caller)
        return { run: yield* runs.get(caller, id), total }
      }))
  }

  /** Runs the work with a caller at the event; `write` refuses an archived event. */
  protected async paying<A, E extends ExpectedFailure>(
    flags: EventFlags,
    write: boolean,
    work: (caller: EventCaller) => Effect.Effect<A, E, PayoutRuns | PayoutFiles | CommandServices>
  ): Promise<A> {
    const { PayoutFiles } = await import("@wristbank/core/payout/PayoutFiles")
    const { PayoutRuns } = await import("@wristbank/core/payout/PayoutRuns")
    const { mayPayOut } = await import("@wristbank/core/payout/PayoutRun")
    const layer = Layer.merge(PayoutFiles.layer, PayoutRuns.layer)
    return this.inEvent({ ...flags, write }, { privileges: mayPayOut, layer }, work)
  }
}
