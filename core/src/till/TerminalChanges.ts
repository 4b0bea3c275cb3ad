import { Context, Effect, Layer } from "effect"
import type { Place } from "../catalogue/Place.ts"
import type { Change } from "../organisation/Changes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { AccessDenied, Unauthorized } from "../organisation/Refusal.ts"
import { SignIns } from "./SignIns.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import { type Apply, type Book, TillChanges } from "./TillChanges.ts"

/** Where a change is made at a terminal, and by whom. */
export interface Desk {
  /** Of the till. */
  readonly place: Place
  readonly tillId: bigint
  /** Who is signed in. */
  readonly userId: bigint
}

/** Changes that whoever is signed in at a terminal with a till makes: cash that is brought, registers that change hands. */
export class TerminalChanges extends Context.Service<TerminalChanges>()("core/TerminalChanges", {
  make: Effect.gen(function*() {
    const changes = yield* TillChanges
    const signIns = yield* SignIns

    /** As `TillChanges.run`, for somebody whose active role holds one of the privileges; the entry is kept at the till's node. */
    const run = Effect.fnUntraced(function*<A, E, R>(
      terminal: SignedInTerminal,
      privileges: ReadonlyArray<Privilege>,
      decide: (desk: Desk, apply: Apply, book: Book) => Effect.Effect<A, E, R>,
      describe: (result: A, desk: Desk) => Change
    ) {
      const allowed = signIns.require(terminal, privileges, { write: true })
      const { place, tillId, userId } = yield* allowed
      if (userId === null) return yield* new AccessDenied({ message: "Nobody is signed in here" })
      const desk: Desk = { place, tillId, userId }
      return yield* changes.run(
        { userId, terminalId: terminal.terminalId, node: { id: place.nodeId }, eventId: terminal.eventId },
        Effect.fnUntraced(function*(apply, book) {
          // Once more under the lock: who is signed in, and where, can have changed.
          const now = yield* allowed
          if (now.userId !== userId || now.tillId !== tillId) return yield* new Unauthorized()
          return yield* decide(desk, apply, book)
        }),
        (result) => describe(result, desk)
      )
    })

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
