import type { Configuration } from "@wristbank/core/base/Configuration"
import type { EventCaller, NodeRequest } from "@wristbank/core/event/EventCaller"
import type { Caller } from "@wristbank/core/organisation/Caller"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect, Layer } from "effect"
import { systemAccount } from "../flags/CallerFlags.ts"
import type { commandLayer } from "./CommandLayer.ts"
import { type CommandServices, EffectCommand } from "./EffectCommand.ts"
import type { ExpectedFailure } from "./Remedies.ts"

/** The user and event of a command, as its flags name them. */
export interface EventFlags {
  readonly event: string
  readonly as: string
}

/** The user and node of a command, as its flags name them. */
export interface NodeFlags {
  readonly node: string
  readonly as: string
}

/** The services of a kind of commands, and the privileges of which its caller needs one. */
export interface EventServices<Services, E> {
  readonly layer: Layer.Layer<Services, E, Layer.Success<typeof commandLayer> | Configuration>
  readonly privileges: ReadonlyArray<Privilege>
}

/**
 * A command about an event or another node, in the name of a user and with that user's rights. The audit log also has the system account
 * that ran it.
 */
export abstract class EventCommand extends EffectCommand {
  /** Runs the work with a caller at the event; `write` refuses an archived event. */
  protected async inEvent<A, E extends ExpectedFailure, Services, EL extends ExpectedFailure>(
    { as, event, write }: EventFlags & { readonly write: boolean },
    { layer, privileges }: EventServices<Services, EL>,
    work: (caller: EventCaller) => Effect.Effect<A, E, Services | CommandServices>
  ): Promise<A> {
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { commandLayer: foundation } = await import("./CommandLayer.ts")
    const { eventCaller } = await import("@wristbank/core/event/EventCaller")
    const { eventNamed } = await import("./NamedNodes.ts")
    return this.runEffect(
      eventNamed(event).pipe(
        Effect.flatMap((eventId) => eventCaller({ eventId, login: as, by: systemAccount(), write }, privileges)),
        Effect.flatMap(work),
        Effect.provide(Layer.provideMerge(layer, foundation))
      )
    )
  }

  /** Runs the work with a caller at any node; `write` refuses an archived one. */
  protected async atNode<A, E extends ExpectedFailure, Services, EL extends ExpectedFailure>(
    { as, node, ...requirement }: NodeFlags & Pick<NodeRequest, "write" | "objectType">,
    { layer, privileges }: EventServices<Services, EL>,
    work: (caller: Caller) => Effect.Effect<A, E, Services | CommandServices>
  ): Promise<A> {
    const { commandLayer: foundation } = await import("./CommandLayer.ts")
    const { nodeCaller } = await import("@wristbank/core/event/EventCaller")
    const { anyNodeNamed } = await import("./NamedNodes.ts")
    return this.runEffect(
      anyNodeNamed(node).pipe(
        Effect.flatMap((nodeId) => nodeCaller({ ...requirement, nodeId, login: as, by: systemAccount() }, privileges)),
        Effect.flatMap(work),
        Effect.provide(Layer.provideMerge(layer, foundation))
      )
    )
  }
}
