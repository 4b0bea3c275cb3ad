// All services on one database, for programs that embed the system.
export * as Embedded from "../Embedded.ts"
export * as Wristbank from "../Wristbank.ts"
