import { Args } from "@oclif/core"
import type { TseLogs } from "@wristbank/core/fiscal/TseLogs"
import type { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { type Effect, Layer } from "effect"
import { callerFlags } from "../flags/CallerFlags.ts"
import type { CommandServices } from "./EffectCommand.ts"
import { EventCommand, type EventFlags } from "./EventCommand.ts"
import type { ExpectedFailure } from "./Remedies.ts"

/** The flags of every command about an event's signing devices. */
export const tseFlags = callerFlags("node_administration")

/** The device that a command is about. */
export const tseArgument = {
  tse: Args.string({ description: "number or name of the device in the list", required: true })
}

/** A command about the signing devices of an event. */
export abstract class TseCommand extends EventCommand {
  /** Runs the work with a caller at the event; `write` refuses an archived event. */
  protected async atDevices<A, E extends ExpectedFailure>(
    flags: EventFlags,
    write: boolean,
    work: (caller: AtEvent, timeZone: string) => Effect.Effect<A, E, TseLogs | TseOperations | CommandServices>
  ): Promise<A> {
    const { TseLogs } = await import("@wristbank/core/fiscal/TseLogs")
    const { TseOperations } = await import("@wristbank/core/fiscal/TseOperations")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const layer = Layer.merge(TseLogs.layer, TseOperations.layer)
    return this.inEvent(
      { ...flags, write },
      { privileges: mayManage, layer },
      ({ caller, settings }) => work(caller, settings.time_zone)
    )
  }
}
