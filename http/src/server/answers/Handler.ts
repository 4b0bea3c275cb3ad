import { Effect } from "effect"
import { type NormalisedList, toNormalisedList } from "../../api/NormalisedList.ts"

/** Answers one call, given what was decoded of its request. */
export type Handler<Request, A, E, R> = (request: Request) => Effect.Effect<A, E, R>

/** Makes handlers of functions that take the caller before the request. */
export const calledBy = <Caller, EC, RC>(caller: Effect.Effect<Caller, EC, RC>) =>
<Request, A, E, R>(
  answer: (caller: Caller, request: Request) => Effect.Effect<A, E, R>
): Handler<Request, A, E | EC, R | RC> =>
(request) => Effect.flatMap(caller, (found) => answer(found, request))

/** Answers a list in its wire form. */
export const listed = <Request, A extends { readonly id: bigint }, E, R>(
  handler: Handler<Request, ReadonlyArray<A>, E, R>
): Handler<Request, NormalisedList<A>, E, R> =>
(request) => Effect.map(handler(request), toNormalisedList)

/** Answers null, as the published calls do that have nothing to say. */
export const nothing =
  <Request, A, E, R>(handler: Handler<Request, A, E, R>): Handler<Request, null, E, R> => (request) =>
    Effect.as(handler(request), null)
