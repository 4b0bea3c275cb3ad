import { Context, type Effect } from "effect"

/** What someone needs to try the demo festival. */
export interface DemoGuide {
  readonly event: string
  readonly eventId: bigint
  readonly people: ReadonlyArray<{
    readonly name: string
    /** For commands. */
    readonly login: string
    readonly role: string
    readonly works: string
    /** Chip number. */
    readonly tag: bigint
  }>
  readonly guests: ReadonlyArray<{
    readonly tag: bigint
    readonly pin: string
    /** In euro, such as 12.50. */
    readonly balance: string
    readonly vouchers: number
    /** The age group, such as `under_18`; null for adults. */
    readonly restriction: string | null
  }>
  /** Terminals that wait for their device. */
  readonly terminals: ReadonlyArray<{ readonly name: string; readonly code: string }>
}

/**
 * The guide as it is at the moment of a call; null everywhere but in the demo. It has PINs and registration codes, so it is for
 * calls from the server's own machine alone.
 */
export const DemoGuides = Context.Reference<Effect.Effect<DemoGuide> | null>("http/reference/DemoGuides", {
  defaultValue: () => null
})
