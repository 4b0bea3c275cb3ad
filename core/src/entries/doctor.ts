// The invariants of the ledger, and their checks.
export * as Doctor from "../doctor/Doctor.ts"
export * as Invariants from "../doctor/Invariants.ts"
