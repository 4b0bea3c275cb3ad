/** How many generated cases each property of prices and taxes is tried on. */
export const priceRuns = { numRuns: Number(process.env.PRICE_RUNS ?? 1_000) }
