/**
 * The place where a sealed secret is stored: table, field, event, and row if an event has several. It is authenticated
 * together with the secret, so the format must never change.
 */
export type SecretPlace = `${string}.${string} ${bigint}` | `${string}.${string} ${bigint} ${bigint}`

/** The place of a secret among an event's settings. */
export const eventSecret = (eventId: bigint, name: string): SecretPlace => `event.${name} ${eventId}`

/** The place of a key of an event's chips; an event has one pair. */
export const tagKey = (eventId: bigint, name: "key0" | "key1"): SecretPlace => `user_tag_secret.${name} ${eventId}`

/** The place of a signing device's password. */
export const tsePassword = (eventId: bigint, tseId: bigint): SecretPlace => `tse.password ${eventId} ${tseId}`
