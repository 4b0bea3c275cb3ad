import { Context, Effect, Layer } from "effect"
import { Access } from "../organisation/Access.ts"
import type { Caller } from "../organisation/Caller.ts"
import { eventIdOf, eventPath, rootPath } from "../organisation/Node.ts"
import { HitKind, kindsAboveEvents, reachOfKind, type SearchHit } from "./SearchHit.ts"
import { searchQuery } from "./SearchQuery.ts"
import { SearchRepository } from "./SearchRepository.ts"

/** Searches all kinds of objects at once. */
export class Search extends Context.Service<Search>()("core/Search", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const repository = yield* SearchRepository

    /** The nodes above the caller's at which they find objects of a kind; null if they don't find this kind at all. */
    const aboveFor = Effect.fnUntraced(function*(caller: Caller, kind: HitKind) {
      const { above, needs } = reachOfKind[kind]
      if (caller.eventId === null && !kindsAboveEvents.has(kind)) return null
      if (needs !== "presence" && !needs.some((privilege) => caller.privileges.has(privilege))) return null
      const path = kindsAboveEvents.has(kind) ? rootPath(caller.node) : eventPath(caller.node)
      if (above === "none" || needs === "presence") return above === "none" ? [] : path
      return above === "all" ? path : Array.from(yield* access.whereHeld(caller, path, needs))
    })

    /**
     * The best hits among the objects that the caller may see, at their node and below it, and as far above it as the list of
     * these objects goes. A blank text finds nothing.
     */
    const find = Effect.fn("Search.find")(function*(caller: Caller, text: string) {
      const none: ReadonlyArray<SearchHit> = []
      const query = searchQuery(text)
      if (query === undefined) return none
      const above = new Map<HitKind, ReadonlyArray<bigint>>()
      for (const kind of HitKind.literals) {
        const nodes = yield* aboveFor(caller, kind)
        if (nodes !== null) above.set(kind, nodes)
      }
      // Guests belong to the event: a caller who may not see them there could tell from the time whether hidden ones begin so.
      const beginnings = above.get("guest")?.includes(caller.eventId ?? -1n) === true
      const scope = { eventId: eventIdOf(caller.node), nodeId: caller.node.id, above, beginnings }
      return yield* Effect.orDie(repository.find({ ...scope, query }))
    })

    return { find }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, SearchRepository.layer]))
}
