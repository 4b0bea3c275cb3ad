import { Result, Schema } from "effect"
import type { StartedTransaction, TseError, TseSignature } from "../tse/TseDevice.ts"

/**
 * How far the signing of an order has come. A stage is stored before its request is sent, so that the process that
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
  /** How often the job went back into the queue after a request was sent. */
  readonly attempts: number
  readonly stage: SigningStage
  readonly processType: string
  readonly processData: string
  /** The device's answer to the start; null before it came. */
  readonly transaction: StartedTransaction | null
}

/** Why an order has no signature. The names are stable; `device_error:` is followed by the device's code. */
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

/** The text of a failure in the export (TSE_TA_FEHLER). */
export const messageOf = (reason: FailureReason): string =>
  messages[reason] ?? `TSE answered with error ${reason.slice("device_error:".length)}`

/** The message of an order that is signed. */
export const success = "success"

/** A transaction that belongs to no signed order and may be open at the device. */
export interface Orphan {
  /** Null when it is unknown whether the device started the transaction. */
  readonly number: bigint | null
  /** The device answered that it has no such transaction, or no longer. */
  readonly gone: boolean
}

/** The next step of a job after the device answered, or did not. */
export type SigningStep =
  /** Back into the queue. */
  | { readonly kind: "requeue"; readonly orphan: Orphan | null }
  /** The job stays as it is: the same finish is sent once more on the next connection. */
  | { readonly kind: "resend" }
  | { readonly kind: "started"; readonly transaction: StartedTransaction }
  | { readonly kind: "done"; readonly signature: TseSignature }
  /** Failed for ever as `bad_signature`; the signature is kept for an investigation. */
  | { readonly kind: "invalidSignature"; readonly signature: TseSignature }
  /** Failed for ever: a later signature would not be valid for the receipt. */
  | { readonly kind: "failed"; readonly reason: FailureReason; readonly orphan: Orphan | null }

/** How long an order has waited while its device was unusable, and how long it may wait; in seconds. */
export interface OrderWait {
  readonly waitedSeconds: number
  readonly limitSeconds: number
}

/** While its device works, an order waits as long as it takes. */
export const unlimited: OrderWait = { waitedSeconds: 0, limitSeconds: Number.POSITIVE_INFINITY }

/** How often a job goes back into the queue after errors of the device; one more error fails the order. */
export const maxAttempts = 5

const failed = (reason: FailureReason, orphan: Orphan | null = null): SigningStep => ({
  kind: "failed",
  reason,
  orphan
})

const deviceError = ({ code, kind }: TseError): FailureReason => `device_error:${code ?? kind}`

/** Of a start without an answer. */
const unknown: Orphan = { number: null, gone: false }

const open = ({ transaction }: SigningJob): Orphan | null =>
  transaction === null ? null : { number: transaction.number, gone: false }

/** Whether another try may succeed before the order has waited too long. */
const isRetryable = (job: SigningJob, error: TseError, { limitSeconds, waitedSeconds }: OrderWait) =>
  !(error.scope === "order" && error.retry === "never") && waitedSeconds < limitSeconds && job.attempts < maxAttempts

/**
 * Decides after the answer to a start, or after none came. Without an answer the job goes back into the queue once: its order is
 * not signed yet, and the transaction that may be open is recorded as an orphan.
 */
export const afterStart = (
  job: SigningJob,
  answer: Result.Result<StartedTransaction, TseError>,
  wait: OrderWait
): SigningStep => {
  if (Result.isSuccess(answer)) return { kind: "started", transaction: answer.success }
  const error = answer.failure
  if (!error.outcomeKnown) {
    return job.attempts === 0 ? { kind: "requeue", orphan: unknown } : failed("timeout", unknown)
  }
  // The device is full: however often it refuses, that is not the fault of an order.
  const isFull = error.kind === "transaction_limit" && wait.waitedSeconds < wait.limitSeconds
  return isFull || isRetryable(job, error, wait)
    ? { kind: "requeue", orphan: null }
    : failed(deviceError(error))
}

/**
 * Decides after the answer to a finish, or after none came.
 *
 * @param resent the same finish was sent before, so a device that does not know the transaction may have signed it then; such an
 *   order is never signed under another number
 */
export const afterFinish = (
  job: SigningJob,
  answer: Result.Result<TseSignature, TseError>,
  resent: boolean,
  wait: OrderWait
): SigningStep => {
  if (Result.isSuccess(answer)) return { kind: "done", signature: answer.success }
  const error = answer.failure
  if (!error.outcomeKnown) return { kind: "resend" }
  if (error.kind === "transaction_unknown") {
    if (resent) return failed("answer_lost")
    const gone = { number: job.transaction?.number ?? null, gone: true }
    return job.attempts < maxAttempts ? { kind: "requeue", orphan: gone } : failed(deviceError(error), gone)
  }
  // A refused finish leaves the transaction open, so the same one can be sent again.
  return isRetryable(job, error, wait)
    ? { kind: "resend" }
    : resent
    ? failed("answer_lost", open(job))
    : failed(deviceError(error), open(job))
}

/**
 * An invalid signature proves nothing, and a receipt with it would look forged: the order counts as one that the device failed to
 * sign (AEAO zu § 146a, on outages). The order is not signed again, because the device has recorded it as signed.
 */
export const verified = (step: SigningStep, verifies: (signature: TseSignature) => boolean): SigningStep =>
  step.kind === "done" && !verifies(step.signature) ? { kind: "invalidSignature", signature: step.signature } : step

/** The next step of a job that a former owner of the device left unfinished, once the device is connected. */
export type Recovery = SigningStep | { readonly kind: "finish"; readonly resent: boolean }

export const recover = (job: SigningJob): Recovery => {
  switch (job.stage) {
    case "claimed":
      return { kind: "requeue", orphan: null }
    case "start_sent":
      return job.attempts === 0 ? { kind: "requeue", orphan: unknown } : failed("restart", unknown)
    case "started":
      return { kind: "finish", resent: false }
    case "finish_sent":
      return { kind: "finish", resent: true }
  }
}

/** Ends a job whose device has been unusable for as long as an order may wait. */
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
 * Ends a job whose device was disabled: another device signs the order, unless this one may have signed it. A transaction that
 * may be open at the disabled device is recorded.
 */
export const reassign = (job: SigningJob): SigningStep => {
  const recovery = recover(job)
  if (recovery.kind !== "finish") return recovery
  return recovery.resent ? giveUp(job) : { kind: "requeue", orphan: open(job) }
}

/** How the owner of a device reacts to an error. */
export type Reaction =
  /** The error concerns nothing but the request. */
  | "goOn"
  /** The device does not know the till: the till is registered, and the request sent once more. */
  | "register"
  /** No start is sent until open transactions are closed. */
  | "backOffStarts"
  /** The connection is closed; after a pause there is a new one. */
  | "reconnect"
  /** Nothing is sent until an operator changes the record or asks for another check. */
  | "stop"

export const reactionTo = (error: TseError): Reaction => {
  if (error.scope === "device" && error.retry === "never") return "stop"
  if (error.kind === "transaction_limit") return "backOffStarts"
  if (!error.outcomeKnown || error.scope === "device") return "reconnect"
  return error.kind === "client_unknown" ? "register" : "goOn"
}

/** Conclusions from the number of a transaction about the numbers before it. */
export interface Explained {
  /** Numbers that starts without an answer may have got. */
  readonly candidates: ReadonlyArray<bigint>
  /** How many transactions were started by clients of someone else. */
  readonly foreign: number
  /** The device counts from the beginning again. */
  readonly backwards: boolean
}

/** The most skipped numbers that are tried; after a long time without an owner there may be more. */
const mostCandidates = 64n

/**
 * Only this installation starts transactions, so numbers that were skipped belong to starts without an answer. Which belongs to
 * which start shows when they are closed: a start may reach the device after one that was sent later.
 *
 * @param lastNumber the number before; null if the device has started no transaction for us
 * @param lostStarts starts without an answer
 */
export const explain = (lastNumber: bigint | null, number: bigint, lostStarts: number): Explained => {
  if (lastNumber !== null && number <= lastNumber) return { candidates: [], foreign: 0, backwards: true }
  // For a device without a number before, the lost starts are taken to have come right before this one.
  const last = lastNumber ?? (number > BigInt(lostStarts) ? number - BigInt(lostStarts) - 1n : 0n)
  const skipped = number - last - 1n
  if (lostStarts === 0) return { candidates: [], foreign: Number(skipped), backwards: false }
  const length = skipped < mostCandidates ? skipped : mostCandidates
  return {
    candidates: Array.from({ length: Number(length) }, (_, place) => number - length + BigInt(place)),
    foreign: Number(skipped - length),
    backwards: false
  }
}
