/** The text that APIs show in place of a stored secret. A request that contains it keeps the secret. */
export const secretMarker = "********"
