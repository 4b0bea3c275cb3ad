import { Flags } from "@oclif/core"
import type { FiscalExports } from "@wristbank/core/dsfinvk/FiscalExports"
import type { TillReports } from "@wristbank/core/dsfinvk/TillReports"
import type { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import { Effect } from "effect"
import { callerFlags, commandGiver } from "./CallerFlags.ts"
import { type CommandServices, EffectCommand } from "./EffectCommand.ts"
import type { EventCaller } from "./EventCaller.ts"

/** The flags of every command that writes a file for the tax office. */
export const fiscalFlags = {
  ...callerFlags("node_administration"),
  output: Flags.string({ description: "file to write", required: true, helpValue: "<file>" }),
  force: Flags.boolean({ description: "replace the file if it is there already" })
}

/** A command about an event's records for the tax office: in the name of a person and with that person's rights. */
export abstract class FiscalCommand extends EffectCommand {
  /** Runs the work with a caller at the event; `write` refuses one that is archived. */
  protected async asCaller<A, E>(
    { as, event }: { readonly as: string; readonly event: number },
    write: boolean,
    work: (caller: EventCaller) => Effect.Effect<A, E, FiscalExports | TillClosings | TillReports | CommandServices>
  ): Promise<A> {
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { fiscalCaller, fiscalLayer } = await import("./FiscalLayer.ts")
    return this.runEffect(
      fiscalCaller({ eventId: BigInt(event), login: as, by: commandGiver(), write }).pipe(
        Effect.flatMap(work),
        Effect.provide(fiscalLayer)
      )
    )
  }
}
