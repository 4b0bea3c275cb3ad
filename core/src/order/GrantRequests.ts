import { Context, Data, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AccountRepository } from "../tag/AccountRepository.ts"
import { AlreadyProcessed } from "./Refusal.ts"
import { requestHash } from "./RequestHash.ts"

/** Another request with the id of this one was granted meanwhile. */
class GrantedMeanwhile extends Data.TaggedError("GrantedMeanwhile") {}

/** A request that a terminal may send again; without an id it is granted anew each time. */
interface Repeatable {
  readonly request_id: string | null
}

/** Keeps grants that are sent again from being granted twice. */
export class GrantRequests extends Context.Service<GrantRequests>()("core/GrantRequests", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const sql = yield* SqlClient.SqlClient

    const find = (eventId: bigint, id: string) =>
      Effect.map(
        sql<{ account_id: bigint; request_hash: string }>`
          select account_id, request_hash from grant_request where event_id = ${eventId} and request_id = ${id}::uuid`,
        ([row]) => row
      )

    /** The account as it is now, of a request that was granted before; undefined when it was not. */
    const granted = Effect.fnUntraced(function*(eventId: bigint, id: string, hash: string) {
      const before = yield* Effect.orDie(find(eventId, id))
      if (before === undefined) return undefined
      if (before.request_hash !== hash) return yield* new AlreadyProcessed({ uuid: id })
      return yield* accounts.byId(eventId, before.account_id)
    })

    /** What `grant` does, done once for each id; the answer to a repeated request is the account as it is now. */
    const once = <A, E, R>(
      flow: string,
      eventId: bigint,
      request: Repeatable,
      grant: Effect.Effect<A, E | GrantedMeanwhile, R>
    ) =>
      Effect.gen(function*() {
        const { request_id: id } = request
        const again = id === null ? Effect.undefined : granted(eventId, id, hashOf(flow, request))
        const before = yield* again
        if (before !== undefined) return before
        return yield* Effect.catchIf(
          grant,
          (error) => error instanceof GrantedMeanwhile,
          () =>
            Effect.flatMap(again, (account) =>
              account === undefined ? Effect.die(new Error(`The grant ${id} is gone`)) : Effect.succeed(account))
        )
      })

    /** Inside of a grant: ends it when the request was granted since. */
    const check = Effect.fnUntraced(function*(eventId: bigint, { request_id: id }: Repeatable) {
      if (id !== null && (yield* find(eventId, id)) !== undefined) return yield* new GrantedMeanwhile()
    })

    /** Inside of a grant: takes the id; a twin that is being granted is waited for. */
    const take = Effect.fnUntraced(
      function*(flow: string, eventId: bigint, request: Repeatable, accountId: bigint) {
        if (request.request_id === null) return
        const taken = yield* sql`
          insert into grant_request (event_id, request_id, request_hash, account_id)
          values (${eventId}, ${request.request_id}::uuid, ${hashOf(flow, request)}, ${accountId})
          on conflict do nothing returning request_id`
        if (taken.length === 0) return yield* new GrantedMeanwhile()
      }
    )

    return { check, once, take }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const hashOf = (flow: string, request: Repeatable): string => requestHash(flow, { ...request, request_id: null })
