// The invariants of the ledger, and their checks.
export * as Doctor from "../overview/Doctor.ts"
export * as Invariants from "../overview/Invariants.ts"
