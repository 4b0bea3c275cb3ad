import { Result, Schema } from "effect"
import type { StartedTransaction, TseError, TseSignature } from "../tse/TseDevice.ts"

/**
 * How far the signing of an order has come. A stage is stored before its request is sent, so that whoever
 * takes over knows what the device may have done.
 */
export const SigningStage = Schema.Literals(["claimed", "start_sent", "started", "finish_sent"])
export type SigningStage = typeof SigningStage.Type

/** An order that a device is being asked to sign. */
export interface SigningJob {
  readonly eventId: bigint
  readonly orderId: bigint
  /** The till's id in decimal, which is how devices know it. */
  readonly clientId: string
  /** Times that it went back into the queue. */
  readonly attempts: number
  readonly stage: SigningStage
  readonly processType: string
  readonly processData: string
  /** What the device answered to the start; null before. */
  readonly transaction: StartedTransaction | null
}

/** Why an order has no signature; stable words, after `device_error:` comes the device's code. */
export type FailureReason =
  | "timeout"
  | "outage"
  | "restart"
  | "no_tse"
  | "bad_process_data"
  | "answer_lost"
  | "bad_signature"
  | `device_error:${string}`

const messages: Readonly<Record<string, string>> = {
  timeout: "TSE operation failed, timeout",
  outage: "TSE did not react, signature timeout",
  restart: "pending signature was not completed due to signature processor restart",
  no_tse: "TSE failure, no active TSE available",
  bad_process_data: "the order has no valid process data",
  answer_lost: "TSE finished the transaction, but its answer was lost",
  bad_signature: "TSE gave a signature that does not verify"
}

/** What the export shows of a failure (TSE_TA_FEHLER). */
export const messageOf = (reason: FailureReason): string =>
  messages[reason] ?? `TSE answered with error ${reason.slice("device_error:".length)}`

/** The message of an order that is signed. */
export const success = "success"

/** A transaction that belongs to no signed order. */
export interface Orphan {
  /** Null: nobody knows whether the device began it. */
  readonly number: bigint | null
  /** The device says that it has no such transaction (any more). */
  readonly gone: boolean
}

/** What becomes of a job after an answer, or after none. */
export type SigningStep =
  /** Back into the queue. */
  | { readonly kind: "again"; readonly orphan: Orphan | null }
  /** As it is: the same finish is sent once more as soon as the device can be asked. */
  | { readonly kind: "keep" }
  | { readonly kind: "started"; readonly transaction: StartedTransaction }
  | { readonly kind: "done"; readonly signature: TseSignature }
  /** Failed for ever as `bad_signature`; what the device gave is kept for whoever looks into it. */
  | { readonly kind: "invalidSignature"; readonly signature: TseSignature }
  /** For ever: a later signature would not cure it. */
  | { readonly kind: "failed"; readonly reason: FailureReason; readonly orphan: Orphan | null }

/** How long an order has waited while the device could not be used, and how long it may; in seconds. */
export interface Patience {
  readonly waitedSeconds: number
  readonly limitSeconds: number
}

/** Of a device that can be used. */
export const unlimited: Patience = { waitedSeconds: 0, limitSeconds: Number.POSITIVE_INFINITY }

/** Times that an order goes back into the queue after errors of the device, however young it is. */
export const maxAttempts = 5

const failed = (reason: FailureReason, orphan: Orphan | null = null): SigningStep => ({
  kind: "failed",
  reason,
  orphan
})

const deviceError = ({ code, kind }: TseError): FailureReason => `device_error:${code ?? kind}`

/** A transaction of which nobody knows whether it was begun. */
const unknown: Orphan = { number: null, gone: false }

const open = ({ transaction }: SigningJob): Orphan | null =>
  transaction === null ? null : { number: transaction.number, gone: false }

/** Whether asking once more may help before the order has waited too long. */
const mayTryAgain = (job: SigningJob, error: TseError, { limitSeconds, waitedSeconds }: Patience) =>
  !(error.scope === "order" && error.retry === "never") && waitedSeconds < limitSeconds && job.attempts < maxAttempts

/**
 * After a start was answered, or was not. Without an answer the order goes back once: nothing of it was signed, and the
 * transaction that may be open is noted.
 */
export const afterStart = (
  job: SigningJob,
  answer: Result.Result<StartedTransaction, TseError>,
  patience: Patience
): SigningStep => {
  if (Result.isSuccess(answer)) return { kind: "started", transaction: answer.success }
  const error = answer.failure
  if (!error.outcomeKnown) {
    return job.attempts === 0 ? { kind: "again", orphan: unknown } : failed("timeout", unknown)
  }
  // It is the device that is full, and no order's fault however often one asks.
  const isFull = error.kind === "transaction_limit" && patience.waitedSeconds < patience.limitSeconds
  return isFull || mayTryAgain(job, error, patience)
    ? { kind: "again", orphan: null }
    : failed(deviceError(error))
}

/**
 * After a finish was answered, or was not. `resent`: the same finish was sent before, so that a device which does not know
 * the transaction may have signed it then. Such an order is never signed under another number.
 */
export const afterFinish = (
  job: SigningJob,
  answer: Result.Result<TseSignature, TseError>,
  resent: boolean,
  patience: Patience
): SigningStep => {
  if (Result.isSuccess(answer)) return { kind: "done", signature: answer.success }
  const error = answer.failure
  if (!error.outcomeKnown) return { kind: "keep" }
  if (error.kind === "transaction_unknown") {
    if (resent) return failed("answer_lost")
    const gone = { number: job.transaction?.number ?? null, gone: true }
    return job.attempts < maxAttempts ? { kind: "again", orphan: gone } : failed(deviceError(error), gone)
  }
  // A refused finish leaves the transaction open, so the same one can be sent again.
  return mayTryAgain(job, error, patience)
    ? { kind: "keep" }
    : resent
    ? failed("answer_lost", open(job))
    : failed(deviceError(error), open(job))
}

/**
 * A signature that does not verify proves nothing, and a receipt with such a code would look forged: its order counts as one
 * that the device failed to sign (AEAO zu § 146a, on outages). It is not signed again either, as the device holds it signed.
 */
export const verified = (step: SigningStep, verifies: (signature: TseSignature) => boolean): SigningStep =>
  step.kind === "done" && !verifies(step.signature) ? { kind: "invalidSignature", signature: step.signature } : step

/** What is done about a job whose owner is gone, once the device can be asked. */
export type Recovery = SigningStep | { readonly kind: "finish"; readonly resent: boolean }

export const recover = (job: SigningJob): Recovery => {
  switch (job.stage) {
    case "claimed":
      return { kind: "again", orphan: null }
    case "start_sent":
      return job.attempts === 0 ? { kind: "again", orphan: unknown } : failed("restart", unknown)
    case "started":
      return { kind: "finish", resent: false }
    case "finish_sent":
      return { kind: "finish", resent: true }
  }
}

/** What becomes of a job whose device could not be asked for as long as an order may wait. */
export const giveUp = (job: SigningJob): SigningStep => {
  switch (job.stage) {
    case "claimed":
      return failed("outage")
    case "start_sent":
      return failed("outage", unknown)
    case "started":
      return failed("outage", open(job))
    case "finish_sent":
      return failed("answer_lost", open(job))
  }
}

/**
 * What becomes of a job whose device was taken out of use: the next device may sign it, unless this one may have. What may be
 * open at it stays so, and is known.
 */
export const reassign = (job: SigningJob): SigningStep => {
  const recovery = recover(job)
  if (recovery.kind !== "finish") return recovery
  return recovery.resent ? giveUp(job) : { kind: "again", orphan: open(job) }
}

/** What an error means for the device's further use. */
export type Reaction =
  /** It harms nothing else. */
  | "go_on"
  /** The device does not know the till: the till is registered, and the request sent once more. */
  | "register"
  /** No start is sent until transactions that are open are closed. */
  | "hold_starts"
  /** The connection is given up; after a pause there is a new one. */
  | "connect"
  /** Nothing is sent until an operator changes or checks the record. */
  | "stop"

export const reactionTo = (error: TseError): Reaction => {
  if (error.scope === "device" && error.retry === "never") return "stop"
  if (error.kind === "transaction_limit") return "hold_starts"
  if (!error.outcomeKnown || error.scope === "device") return "connect"
  return error.kind === "client_unknown" ? "register" : "go_on"
}

/** What the number of a transaction shows about those before it. */
export interface Explained {
  /** Numbers that starts without an answer may have. */
  readonly numbers: ReadonlyArray<bigint>
  /** Numbers that none of ours can have. */
  readonly strange: number
  /** The device counts from the beginning again. */
  readonly backwards: boolean
}

/** Of a device that was without its owner for long, so many numbers are looked at. */
const mostNumbers = 64n

/**
 * Nobody but us begins transactions, so the numbers between two known ones are those of starts without an answer. Which is
 * whose shows when they are closed: a start may reach the device after one that was sent later.
 *
 * @param lastNumber the one known before; null: none of this device
 * @param lost starts without an answer
 */
export const explain = (lastNumber: bigint | null, number: bigint, lost: number): Explained => {
  if (lastNumber !== null && number <= lastNumber) return { numbers: [], strange: 0, backwards: true }
  // Of a device that is new to us only so much is known: lost starts came right before.
  const last = lastNumber ?? (number > BigInt(lost) ? number - BigInt(lost) - 1n : 0n)
  const between = number - last - 1n
  if (lost === 0) return { numbers: [], strange: Number(between), backwards: false }
  const length = between < mostNumbers ? between : mostNumbers
  return {
    numbers: Array.from({ length: Number(length) }, (_, place) => number - length + BigInt(place)),
    strange: Number(between - length),
    backwards: false
  }
}
