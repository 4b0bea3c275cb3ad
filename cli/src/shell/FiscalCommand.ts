import { Flags } from "@oclif/core"
import type { EventCaller } from "@wristbank/core/event/EventCaller"
import type { FiscalExports } from "@wristbank/core/fiscal/FiscalExports"
import type { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import type { TillReports } from "@wristbank/core/fiscal/TillReports"
import { type Effect, Layer } from "effect"
import { callerFlags } from "../flags/CallerFlags.ts"
import type { CommandServices } from "./EffectCommand.ts"
import { EventCommand, type EventFlags } from "./EventCommand.ts"
import type { ExpectedFailure } from "./Remedies.ts"

/** The flags of every command that writes a file for the tax office. */
export const fiscalFlags = {
  ...callerFlags("node_administration"),
  output: Flags.string({ description: "file to write; - for standard output", required: true, helpValue: "<file>" }),
  force: Flags.boolean({ description: "replace an existing file" })
}

/** A command about an event's records for the tax office. */
export abstract class FiscalCommand extends EventCommand {
  /** Runs the work with a caller at the event; `write` refuses an archived event. */
  protected async asCaller<A, E extends ExpectedFailure>(
    flags: EventFlags,
    write: boolean,
    work: (caller: EventCaller) => Effect.Effect<A, E, FiscalExports | TillClosings | TillReports | CommandServices>
  ): Promise<A> {
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { FiscalExports, mayExport } = await import("@wristbank/core/fiscal/FiscalExports")
    const { TillClosings } = await import("@wristbank/core/fiscal/TillClosings")
    const { TillReports } = await import("@wristbank/core/fiscal/TillReports")
    const layer = Layer.mergeAll(FiscalExports.layer, TillClosings.layer, TillReports.layer)
    return this.inEvent({ ...flags, write }, { privileges: mayExport, layer }, work)
  }
}
