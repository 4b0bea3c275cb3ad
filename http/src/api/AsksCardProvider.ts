import { Context } from "effect"

/** Said of calls that wait for the card provider's answer: they may take longer than others. */
export class AsksCardProvider extends Context.Service<AsksCardProvider, true>()("http/AsksCardProvider") {}
