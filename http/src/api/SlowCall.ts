import { Context } from "effect"

/** Marks guests' calls that wait for more than the database: for the card provider, or for a receipt to be rendered. */
export class SlowCall extends Context.Service<SlowCall, true>()("http/SlowCall") {}
