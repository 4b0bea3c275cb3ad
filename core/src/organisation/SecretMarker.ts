/** What an API shows in place of a stored secret; sent back, it leaves the secret as it is. */
export const secretMarker = "********"
