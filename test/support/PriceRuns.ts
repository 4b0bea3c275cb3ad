/** How many generated cases each property of prices and taxes is tried on. */
export const priceRuns = { numRuns: Number(process.env.PRICE_RUNS ?? 1_000) }

/** How many generated baskets a browser and the server price alike. */
export const basketRuns = Number(process.env.BASKET_RUNS ?? 500)
