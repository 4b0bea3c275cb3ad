import { Context } from "effect"

/** The version of Wristbank that runs, as it is written into exports. Programs say which they are. */
export const SoftwareVersion = Context.Reference<string>("core/reference/SoftwareVersion", {
  defaultValue: () => "unknown"
})
