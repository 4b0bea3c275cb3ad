import { Context } from "effect"

/**
 * The number of processes that serve the same ports as this one, including it. They divide what one server may use of the
 * database, and what its anonymous callers may.
 */
export const ServingProcesses = Context.Reference<number>("core/reference/ServingProcesses", { defaultValue: () => 1 })
