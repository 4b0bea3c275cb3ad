// Business days and statistics.
export * as EventDay from "../report/EventDay.ts"
export * as EventStats from "../report/EventStats.ts"
export * as ProductStats from "../report/ProductStats.ts"
export * as Statistics from "../report/Statistics.ts"
export * as Takings from "../report/Takings.ts"
export * as TimeSeries from "../report/TimeSeries.ts"
export * as VoucherStats from "../report/VoucherStats.ts"
