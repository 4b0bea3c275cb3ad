// Card payments: the interface to a provider, and the comparison of its history with the bookings.
export * as CardCheckout from "../card/CardCheckout.ts"
export * as CardProvider from "../card/CardProvider.ts"
export * as CardTransaction from "../card/CardTransaction.ts"
export * as Reconciliation from "../card/Reconciliation.ts"
export * as ReconciliationReport from "../card/ReconciliationReport.ts"
export * as Reconciliations from "../card/Reconciliations.ts"
export * as SumUp from "../card/SumUp.ts"
