import { isAlgorithm, isTimeFormat, verifierOf, verifies } from "../tse/SignatureCheck.ts"
import type { TseFacts, TseSignature } from "../tse/TseDevice.ts"
import type { SigningJob } from "./Signature.ts"

/** Whether anybody can verify what a device signs: its key, its algorithm and how it writes the time are known. */
export const canBeVerified = ({ algorithm, publicKey, timeFormat }: TseFacts): boolean =>
  isAlgorithm(algorithm) && isTimeFormat(timeFormat) && verifierOf(publicKey) !== undefined

/**
 * Says of signatures whether they are by the device's key, over the very transaction that it was asked to finish. OpenSSL takes
 * about a millisecond for one, a device some 250 to make it: here, one at a time, this thread can do it.
 */
export const signatureVerifierOf = ({ algorithm, publicKey, timeFormat }: TseFacts) => {
  const verifier = verifierOf(publicKey)
  return ({ clientId, processData, processType, transaction }: SigningJob, made: TseSignature): boolean =>
    verifier !== undefined && transaction !== null && verifies(verifier, {
      clientId,
      processType,
      processData,
      transactionNumber: transaction.number,
      signatureCounter: made.counter,
      logTime: made.logTime,
      algorithm,
      timeFormat,
      signature: made.signature
    })
}
