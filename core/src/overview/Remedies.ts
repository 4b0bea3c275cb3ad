import type { InvariantName } from "./Invariants.ts"

const changedByHand =
  "Find out who can write to the database past the server, and compare with a backup from before (wristbank restore). Correct "
  + "nothing by SQL: keep the state and report it."

const signed =
  "Compare the device's own log with the record (wristbank tse check): the log says what was signed. Take the rows from a backup "
  + "from before, and keep both states for the tax office."

const own: { readonly [Name in InvariantName]?: string } = {
  "order-wristbands":
    "Look at the history of both wristbands and of the account in the office, and compare with a backup from before.",
  closings:
    "Compare the till's closings and orders with a backup from before, and export nothing until it is explained.",
  "closing-times":
    "Compare the till's closings with a backup from before, and look whether the server's clock was set. Export nothing until it "
    + "is explained.",
  "signing-devices": "Correct the device's record in the office: status, serial number, or the till that has it.",
  signatures: signed,
  "signature-numbers": signed,
  "genuine-signatures": signed,
  "day-seals":
    "Compare the seals with the list that is kept outside (wristbank seal check), and the rows in the ids that are named with a backup "
    + "from before. Correct nothing by SQL, and keep both states.",
  "append-only": "Restore the trigger from the migrations, and find out who removed it and what was changed meanwhile.",
  "schema-guards":
    "Restore the function or trigger from the migration that made it, and find out who changed it and what was booked meanwhile."
}

/** What an operator does about a violation of an invariant. */
export const remedyOf = (name: InvariantName): string => own[name] ?? changedByHand
