/**
 * The location where a sealed secret is stored: table, field, event, and row if an event has several. It is authenticated
 * together with the secret, so the format must never change.
 */
export type SecretLocation = `${string}.${string} ${bigint}` | `${string}.${string} ${bigint} ${bigint}`

/** The location of a secret among an event's settings. */
export const eventSecret = (eventId: bigint, name: string): SecretLocation => `event.${name} ${eventId}`

/** The location of a key of an event's chips; an event has one pair. */
export const tagKey = (eventId: bigint, name: "key0" | "key1"): SecretLocation => `user_tag_secret.${name} ${eventId}`

/** The location of a signing device's password. */
export const tsePassword = (eventId: bigint, tseId: bigint): SecretLocation => `tse.password ${eventId} ${tseId}`

/** The location of the secret of a user's authenticator app. */
export const secondFactorSecret = (userId: bigint): SecretLocation => `second_factor.secret ${userId}`
