// Tills and terminals, as bookings read them.
export * as CashRegister from "../till/CashRegister.ts"
export * as SignIn from "../till/SignIn.ts"
export * as Terminal from "../till/Terminal.ts"
export * as TerminalConfig from "../till/TerminalConfig.ts"
export * as TerminalConfigs from "../till/TerminalConfigs.ts"
export * as TerminalGuard from "../till/TerminalGuard.ts"
export * as TerminalState from "../till/TerminalState.ts"
export * as Till from "../till/Till.ts"
