// Addresses that outgoing calls may reach.
export * as Destination from "../base/Destination.ts"
export * as DestinationRules from "../base/DestinationRules.ts"
