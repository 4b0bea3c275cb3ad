import { Context } from "effect"

/**
 * Marks calls of guests and strangers that wait for more than the database: for the card provider, for a receipt to be
 * rendered, or for a password to be checked.
 */
export class SlowCall extends Context.Service<SlowCall, true>()("http/SlowCall") {}
