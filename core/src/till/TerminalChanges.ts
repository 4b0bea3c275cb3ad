import { Context, Data, DateTime, Effect, Layer } from "effect"
import { AlreadyProcessed } from "../journal/Refusal.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { Change } from "../organisation/Changes.ts"
import type { Place } from "../organisation/Place.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { CashRequestRepository } from "./CashRequestRepository.ts"
import { bookableAgain } from "./RepeatedCash.ts"
import { SignIns } from "./SignIns.ts"
import type { TerminalCall } from "./TerminalGuard.ts"
import { type Apply, type Book, TillChanges } from "./TillChanges.ts"

/** The till where a change is made at a terminal, and the user who makes it. */
interface TillContext {
  /** The node of the till. */
  readonly place: Place
  readonly tillId: bigint
  /** The signed-in user. */
  readonly userId: bigint
  /** The privileges of the active role. */
  readonly privileges: ReadonlySet<Privilege>
}

/** A request to change cash, and its idempotency key. */
interface CashRequest {
  /** Tells requests of different calls apart. */
  readonly flow: string
  readonly content: object & { readonly request_id: string | null }
  /** Whether the same request done again would move cash again; others are refused then by their own rules. */
  readonly movesAgain?: boolean
}

/** The request was done before. `registerId` is the register in its answer; nothing is done again. */
class DoneBefore extends Data.TaggedError("DoneBefore")<{ readonly registerId: bigint | null }> {}

/** Changes by the user who is signed in at a terminal with a till: cash moves, registers change hands. */
export class TerminalChanges extends Context.Service<TerminalChanges>()("core/TerminalChanges", {
  make: Effect.gen(function*() {
    const changes = yield* TillChanges
    const requests = yield* CashRequestRepository
    const signIns = yield* SignIns

    /** Refuses an id that was used with other content. */
    const neverDone = Effect.fnUntraced(function*(eventId: bigint, requestId: string, hash: string) {
      const before = yield* requests.find(eventId, requestId)
      if (before === undefined) return
      if (before.hash !== hash) return yield* new AlreadyProcessed({ uuid: requestId })
      return yield* new DoneBefore(before)
    })

    /**
     * How a request is told from the same one sent again: by its id. Without one, movements of cash are told by who makes them, what they
     * say and when; they are kept with an id made here.
     */
    const recognised = Effect.fnUntraced(function*(
      { place: { eventId }, userId }: TillContext,
      { content, flow, movesAgain = false }: CashRequest,
      newUuid: () => string
    ) {
      const { request_id: requestId } = content
      const at = yield* DateTime.now
      if (requestId !== null) {
        const hash = requestHash(flow, { ...content, request_id: null })
        yield* neverDone(eventId, requestId, hash)
        return { at, hash, requestId }
      }
      if (!movesAgain) return undefined
      const hash = requestHash(flow, { ...content, user_id: userId })
      yield* Effect.fromResult(bookableAgain(yield* requests.lastDone(eventId, hash), at))
      return { at, hash, requestId: newUuid() }
    })

    /**
     * As `TillChanges.run`, for the signed-in user; the entry is kept at the till's node. A request that was done before fails
     * as `DoneBefore`. `registerOf` is the register that its answer shows.
     */
    const run = Effect.fnUntraced(function*<A, E, R>(
      terminal: TerminalCall<Privilege>,
      decide: (context: TillContext, apply: Apply, book: Book) => Effect.Effect<A, E, R>,
      describe: (result: A, context: TillContext) => Change,
      request: CashRequest,
      registerOf: (result: A) => bigint | null = () => null
    ) {
      const opened = yield* signIns.authorise(terminal, { till: true, write: true })
      const { actor, place, privileges, stillOpen, tillId } = opened
      const context: TillContext = { place, tillId, userId: actor.userId, privileges }
      return yield* changes.run(
        actor,
        Effect.fnUntraced(function*(apply, book) {
          yield* stillOpen
          const done = yield* recognised(context, request, book.newUuid)
          const result = yield* decide(context, apply, book)
          if (done !== undefined) {
            yield* requests.insert(place.eventId, { ...done, registerId: registerOf(result) })
          }
          return result
        }),
        (result) => describe(result, context)
      )
    })

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CashRequestRepository.layer, SignIns.layer, TillChanges.layer])
  )
}
