// Addresses that outgoing calls may reach.
export * as Destination from "../network/Destination.ts"
export * as DestinationRules from "../network/DestinationRules.ts"
