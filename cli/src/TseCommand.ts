import { Args } from "@oclif/core"
import type { TseLogs } from "@wristbank/core/fiscal/TseLogs"
import type { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Effect } from "effect"
import { callerFlags, commandGiver } from "./CallerFlags.ts"
import { type CommandServices, EffectCommand } from "./EffectCommand.ts"

/** The flags of every command about an event's signing devices. */
export const tseFlags = callerFlags("node_administration")

/** Which device a command is about. */
export const tseArgument = {
  tse: Args.string({ description: "number or name of the device, as it is listed", required: true })
}

/** A command about the signing devices of an event, in the name of a person and with that person's rights. */
export abstract class TseCommand extends EffectCommand {
  /** Runs the work with a caller at the event; `write` refuses one that is archived. */
  protected async atDevices<A, E>(
    { as, event }: { readonly as: string; readonly event: number },
    write: boolean,
    work: (caller: AtEvent) => Effect.Effect<A, E, TseLogs | TseOperations | CommandServices>
  ): Promise<A> {
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { tseCaller, tseOperationsLayer } = await import("./TseOperationsLayer.ts")
    return this.runEffect(
      tseCaller({ eventId: BigInt(event), login: as, by: commandGiver(), write }).pipe(
        Effect.flatMap(({ caller }) => work(caller)),
        Effect.provide(tseOperationsLayer)
      )
    )
  }
}
