import { Context } from "effect"

/** Marks guests' calls that wait for more than the database: for the card provider, or for a receipt to be rendered. */
export class TakesLonger extends Context.Service<TakesLonger, true>()("http/TakesLonger") {}
