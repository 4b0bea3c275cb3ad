import { Context, Effect, Layer } from "effect"
import type { Place } from "../catalogue/Place.ts"
import type { Change } from "../organisation/Changes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { SignIns } from "./SignIns.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import { TillRequired } from "./TerminalStanding.ts"
import { type Apply, type Book, TillChanges } from "./TillChanges.ts"

/** Where a change is made at a terminal, and by whom. */
export interface Desk {
  /** Of the till. */
  readonly place: Place
  readonly tillId: bigint
  /** Who is signed in. */
  readonly userId: bigint
  /** Of the active role. */
  readonly privileges: ReadonlySet<Privilege>
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
      const opened = yield* signIns.desk(terminal, { privileges, till: true, write: true })
      const { actor, place, privileges: held, stillOpen, tillId } = opened
      if (tillId === null) return yield* new TillRequired()
      const desk: Desk = { place, tillId, userId: actor.userId, privileges: held }
      return yield* changes.run(
        actor,
        (apply, book) => Effect.andThen(stillOpen, decide(desk, apply, book)),
        (result) => describe(result, desk)
      )
    })

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
