import type { Effect } from "effect"
import type { TseConnection, TseSignature } from "../tse/TseDevice.ts"
import type { SigningJob } from "./Signature.ts"
import type { OpenOrphan } from "./TseOrphanRepository.ts"
import type { TseOwner } from "./TseOwner.ts"

/** A connected device and the process that owns it. Nothing of this changes while the connection lasts. */
export interface ConnectedTse {
  readonly owner: TseOwner
  readonly connection: TseConnection
  /** Revision of the device's record when the connection was made; another one ends the session. */
  readonly revision: number
  /** Whether the device's key made a signature, over the data that the device was asked to sign. */
  readonly verifies: (job: SigningJob, signature: TseSignature) => boolean
  /** Seconds for which the device has been unusable; 0 while it works. */
  readonly outSeconds: Effect.Effect<number>
}

/** The transactions of a device, as its owner remembers them. */
export interface DeviceTransactions {
  /**
   * Orphans that may be open, the oldest first. `SigningSteps` reads them anew when it records one, `TseSessions` and
   * `TseCapacity` from time to time, as some are closed only later; `TseOrphans` takes out each that it closes.
   */
  readonly orphans: ReadonlyArray<OpenOrphan>
  /** Number of the newest transaction; null before the first. `SigningSteps` raises it with each start. */
  readonly lastNumber: bigint | null
}

/** The device refuses to start transactions: none is sent before `until`, in seconds of `uptimeSeconds`. */
interface StartBackOff {
  readonly until: number
  readonly reason: string
}

/**
 * State of one connection to a device. It is a value: the loop in `TseSessions` holds the current one, and each step returns
 * the next. The functions of this file are all that can happen to it.
 */
export interface DeviceSession {
  readonly device: ConnectedTse
  readonly transactions: DeviceTransactions
  /** Tills that the device knows. Changed by `TseClients` alone, when the device lists its clients or registers one. */
  readonly registered: ReadonlySet<string>
  /** Clients that the device knows, tills and others; changed together with `registered`. */
  readonly clientCount: number
  /** `clientCount` when the device refused another client; null unless it did. Set and cleared by `TseCapacity`. */
  readonly clientLimit: number | null
  /** Null while the device starts transactions. Set and cleared by `TseCapacity`. */
  readonly startBackOff: StartBackOff | null
  /**
   * Tills whose next order waits because the device refused something of theirs, with the end of that pause in seconds of
   * `uptimeSeconds`. Set by `OrderSignatures`; a pause that is over has no effect.
   */
  readonly tillBackOffs: ReadonlyMap<bigint, number>
}

/** Seconds for which a till's orders wait after the device refused one, so that they don't keep it from other tills. */
export const tillPauseSeconds = 1

/** Seconds between two starts sent to a device that refuses to start transactions. */
export const startPauseSeconds = 2

export const noTransactions: DeviceTransactions = { orphans: [], lastNumber: null }

/**
 * The session of a new connection, before the device has listed its clients.
 *
 * @param refusal why the device started no transaction on the last connection; null if it did
 */
export const open = (
  device: ConnectedTse,
  transactions: DeviceTransactions,
  refusal: string | null
): DeviceSession => ({
  device,
  transactions,
  registered: new Set(),
  clientCount: 0,
  clientLimit: null,
  startBackOff: refusal === null ? null : { until: 0, reason: refusal },
  tillBackOffs: new Map()
})

export const withTransactions = (session: DeviceSession, transactions: DeviceTransactions): DeviceSession => ({
  ...session,
  transactions
})

/** The orphans as the database has them now. */
export const withOrphans = (session: DeviceSession, orphans: ReadonlyArray<OpenOrphan>): DeviceSession =>
  withTransactions(session, { ...session.transactions, orphans })

/** These orphans are closed, or wait for a later try. */
export const withoutOrphans = (session: DeviceSession, ...closed: ReadonlyArray<OpenOrphan>): DeviceSession =>
  withOrphans(session, session.transactions.orphans.filter((orphan) => !closed.includes(orphan)))

/**
 * The device listed its clients, and some of them were then deregistered.
 *
 * @param tills that the device signs for; none of them was deregistered
 */
export const clientsListed = (
  session: DeviceSession,
  listed: ReadonlyArray<string>,
  tills: ReadonlyArray<string>,
  deregistered: number
): DeviceSession => ({
  ...session,
  registered: new Set(listed.filter((client) => tills.includes(client))),
  clientCount: listed.length - deregistered
})

/** The device does not know a till, or no longer. */
export const clientUnknown = (session: DeviceSession, client: string): DeviceSession =>
  !session.registered.has(client) ? session : {
    ...session,
    registered: new Set([...session.registered].filter((known) => known !== client)),
    clientCount: session.clientCount - 1
  }

export const clientRegistered = (session: DeviceSession, client: string): DeviceSession =>
  session.registered.has(client) ? session : {
    ...session,
    registered: new Set([...session.registered, client]),
    clientCount: session.clientCount + 1
  }

/** The device refuses more clients than it has now. */
export const clientsRefused = (session: DeviceSession): DeviceSession => ({
  ...session,
  clientLimit: session.clientCount
})

/** Whether the device has fewer clients than when it refused another. */
export const hasFreeClientSlot = ({ clientCount, clientLimit }: DeviceSession) =>
  clientLimit !== null && clientCount < clientLimit

export const clientsAccepted = (session: DeviceSession): DeviceSession => ({ ...session, clientLimit: null })

/** @param now in seconds of `uptimeSeconds` */
export const startsRefused = (session: DeviceSession, reason: string, now: number): DeviceSession => ({
  ...session,
  startBackOff: { until: now + startPauseSeconds, reason }
})

export const startsAccepted = (session: DeviceSession): DeviceSession => ({ ...session, startBackOff: null })

/** Whether the device works with all that it is asked: it refuses neither clients nor starts. */
export const hasCapacity = ({ clientLimit, startBackOff }: DeviceSession) =>
  clientLimit === null && startBackOff === null

/** @param now in seconds of `uptimeSeconds` */
export const tillRefused = (session: DeviceSession, tillId: bigint, now: number): DeviceSession => ({
  ...session,
  tillBackOffs: new Map([...session.tillBackOffs].filter(([, until]) => until > now)).set(
    tillId,
    now + tillPauseSeconds
  )
})

/** Tills whose orders wait now. */
export const backedOffTills = ({ tillBackOffs }: DeviceSession, now: number): ReadonlyArray<bigint> =>
  [...tillBackOffs].flatMap(([tillId, until]) => until > now ? [tillId] : [])
