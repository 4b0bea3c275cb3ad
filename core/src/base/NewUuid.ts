import { Context } from "effect"
import { randomUUID } from "node:crypto"

/** Makes the uuids of orders that no terminal names, at random. A simulation that must be repeatable replaces it. */
export const NewUuid = Context.Reference<() => string>("core/reference/NewUuid", { defaultValue: () => randomUUID })
