import { Context } from "effect"

/** Said of guests' calls that wait for more than the database: for the card provider's answer, or for a receipt to be drawn. */
export class TakesLonger extends Context.Service<TakesLonger, true>()("http/TakesLonger") {}
