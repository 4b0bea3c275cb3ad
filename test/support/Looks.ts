/** With 1 each screen is looked at in each look, otherwise in one of them; set by `SCREENS_EVERY`. */
const screensEvery = Number(process.env["SCREENS_EVERY"] ?? 2)

/** Whether a look has the `n`th screen: the looks take them by turns. */
export const isLookedAt = (n: number, look: number, looks: number): boolean =>
  screensEvery === 1 || n % looks === look % looks
