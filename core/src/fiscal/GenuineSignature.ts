import { isAlgorithm, isTimeFormat, verifierOf, verifies } from "../tse/SignatureCheck.ts"
import type { TseFacts, TseSignature } from "../tse/TseDevice.ts"
import type { SigningJob } from "./Signature.ts"

/** Whether a device's signatures can be verified: its curve, its algorithm and its time format are known. */
export const canBeVerified = ({ algorithm, publicKey, timeFormat }: TseFacts): boolean =>
  isAlgorithm(algorithm) && isTimeFormat(timeFormat) && verifierOf(publicKey) !== undefined

/**
 * Returns a function that says whether a signature was made by the device's key, over the transaction that the device was asked to
 * finish. OpenSSL verifies a signature in about a millisecond and a device takes some 250 to make it, so this thread does it.
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
