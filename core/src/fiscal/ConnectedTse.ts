import { Effect } from "effect"
import type { TseConnection, TseSignature } from "../tse/TseDevice.ts"
import type { SigningJob } from "./Signature.ts"
import type { OpenOrphan } from "./TseOrphanRepository.ts"
import { uptimeSeconds } from "./TseOutage.ts"
import type { TseOwner } from "./TseOwner.ts"

/** What the owner of a device remembers of its transactions. */
export interface TseMemory {
  readonly owner: TseOwner
  /** Those that may be open, the oldest first. */
  orphans: ReadonlyArray<OpenOrphan>
  /** The newest that was begun. */
  lastNumber: bigint | null
}

/** A device that is connected, and what its owner remembers of it. */
export interface ConnectedTse extends TseMemory {
  readonly connection: TseConnection
  /** Of the record that the owner goes by. */
  readonly revision: number
  /** Tills that the device knows. */
  readonly known: Set<string>
  /** Clients that it listed when it was last asked, and that came since. */
  clientCount: number
  /** How many it had when it took no more; null: it takes more. */
  clientLimit: number | null
  /** It has too many open transactions, as it said, and is sent no start until then, by `uptimeSeconds`; null: it is. */
  startsHeld: { readonly until: number; readonly why: string } | null
  /** Whether a signature is by the device's key, over what it was asked to sign. */
  readonly verifies: (job: SigningJob, signature: TseSignature) => boolean
  /** Tills that wait a moment after the device refused something of theirs: until when, by `uptimeSeconds`. */
  readonly held: Map<bigint, number>
  /** For how long the device could not be used; 0: it can. */
  readonly outSeconds: Effect.Effect<number>
}

const holdSeconds = 1

/** Lets a till wait a moment, so that what the device refuses does not keep it from the others. */
export const hold = (device: ConnectedTse, tillId: bigint) =>
  Effect.map(uptimeSeconds, (now) => {
    device.held.set(tillId, now + holdSeconds)
  })

/** The tills that wait at the moment. */
export const heldTills = (device: ConnectedTse) =>
  Effect.map(uptimeSeconds, (now) => {
    for (const [till, until] of device.held) if (until <= now) device.held.delete(till)
    return [...device.held.keys()]
  })
