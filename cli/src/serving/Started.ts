import { Effect } from "effect"
import { channel } from "node:diagnostics_channel"

/** The launcher (`cli/bin/wristbank.js`) listens to it: it is not bundled, so it shares no module with the program. */
export const startedChannel = "wristbank.started"

/** Says that this process serves or works from here on, so the launcher can prepare it for a long life. */
export const sayStarted = Effect.sync(() => channel(startedChannel).publish({}))
