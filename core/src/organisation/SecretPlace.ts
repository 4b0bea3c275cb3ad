/**
 * Where a sealed secret is stored: the table, the field, the event, and the row where an event has several. It is sealed
 * together with the secret, so what is written here must stay as it is.
 */
export type SecretPlace = `${string}.${string} ${bigint}` | `${string}.${string} ${bigint} ${bigint}`

/** A secret among an event's settings, by its name. */
export const eventSecret = (eventId: bigint, name: string): SecretPlace => `event.${name} ${eventId}`

/** A key of an event's chips; an event has one pair. */
export const tagKey = (eventId: bigint, name: "key0" | "key1"): SecretPlace => `user_tag_secret.${name} ${eventId}`

/** The password of a signing device. */
export const tsePassword = (eventId: bigint, tseId: bigint): SecretPlace => `tse.password ${eventId} ${tseId}`
