import { Array, Context, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { runInSlices } from "../base/SlicedWork.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { catalogueRules } from "../event/CatalogueRules.ts"
import { UserTagVariantRepository } from "../event/UserTagVariantRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { Page } from "../sql/Page.ts"
import type { SortedPage } from "../sql/Sort.ts"
import { drawPins, pinLength, shortestDrawn } from "./PinDraw.ts"
import { searchFor } from "./SearchTerm.ts"
import { tagRules } from "./TagRules.ts"
import {
  hasGuessablePins,
  importable,
  NewUserTag,
  pinsTaken,
  type UserTagsCsvExportPayload,
  withVariants
} from "./UserTag.ts"
import { type ListedTag, tagCsv } from "./UserTagCsv.ts"
import { type TagFilter, type TagScope, UserTagRepository } from "./UserTagRepository.ts"
import { UserTagSecretRepository } from "./UserTagSecretRepository.ts"

/** What a list of tags is limited to. */
export interface TagsWanted extends Omit<TagFilter, "term" | keyof TagScope> {
  /** Part of a PIN or chip number; blank text limits nothing. */
  readonly search?: string
}

/** Tags that are to be made with drawn PINs. */
export interface TagsToGenerate {
  readonly count: number
  /** Null for PINs that are long enough. */
  readonly length: number | null
  readonly secretId: bigint
  readonly variantNames: ReadonlyArray<string>
}

/** Tags stored or read by one statement: few enough to stay far below the database's time limit even on a slow machine. */
const chunk = 10_000

/** Tags of a list that are read by one statement: decoding them takes some milliseconds, in which no call is answered. */
const listedAtOnce = 1_000

export class UserTags extends Context.Service<UserTags>()("core/UserTags", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const secrets = yield* UserTagSecretRepository
    const tags = yield* UserTagRepository
    const variants = yield* UserTagVariantRepository

    const scopeOf = (caller: AtEvent): Effect.Effect<TagScope> =>
      Effect.map(access.reach(caller, mayManage), (nodes) => ({ eventId: caller.eventId, nodes }))

    const existing = Effect.fnUntraced(function*(scope: TagScope, id: bigint) {
      return (yield* tags.find(scope, id)) ?? (yield* new NotFound({ element_type: "user_tag", element_id: id }))
    })

    /** The tags of an import as they would be stored. */
    const arrivingOf = Effect.fnUntraced(function*(caller: AtEvent, newTags: ReadonlyArray<NewUserTag>) {
      const known = new Set((yield* secrets.list(caller.eventId)).map((secret) => secret.id))
      const foreign = newTags.find((tag) => !known.has(tag.secret_id))
      if (foreign !== undefined) {
        return yield* InvalidArgument.of(tagRules.secret_unknown, { id: foreign.secret_id })
      }
      return yield* Effect.fromResult(withVariants(newTags, yield* variants.list(caller.eventId)))
    })

    const store = Effect.fnUntraced(function*(caller: AtEvent, newTags: ReadonlyArray<NewUserTag>) {
      const arriving = yield* arrivingOf(caller, newTags)
      const workDone = yield* WorkDone
      const taken = yield* Effect.forEach(Array.chunksOf(arriving, chunk), (some, at) =>
        Effect.tap(
          tags.insert(caller.eventId, caller.node.id, some),
          () => workDone(at * chunk + some.length, arriving.length)
        ))
      if (taken.flat().length > 0) return yield* pinsTaken(taken.flat().toSorted())
    })

    /** Fails as `create` would, and stores nothing. */
    const check = Effect.fn("UserTags.check")(function*(caller: AtEvent, newTags: ReadonlyArray<NewUserTag>) {
      yield* Effect.fromResult(importable(newTags))
      const arriving = yield* dieOnInfrastructure(arrivingOf(caller, newTags))
      const taken = yield* Effect.forEach(
        Array.chunksOf(arriving, chunk),
        (some) => Effect.orDie(tags.takenPins(caller.eventId, some.map(({ pin }) => pin)))
      )
      const theirs = new Set(taken.flat())
      const pins = arriving.map(({ pin }) => pin).filter((pin) => theirs.has(pin.toLowerCase()))
      if (pins.length > 0) return yield* pinsTaken(pins.toSorted())
    })

    /** Stores all of the tags or none. */
    const create = Effect.fn("UserTags.create")(function*(caller: AtEvent, newTags: ReadonlyArray<NewUserTag>) {
      yield* Effect.fromResult(importable(newTags))
      const guessable = hasGuessablePins(newTags)
      yield* changes.run(
        caller,
        () => ({
          logType: "user_tags_created",
          content: { num_tags: newTags.length, ...(guessable ? { pins_can_be_guessed: true } : {}) }
        }),
        store(caller, newTags)
      )
      if (guessable) {
        yield* Effect.logWarning(
          "The PINs of the imported wristbands are too short for their number: one of them could be guessed"
        )
          .pipe(Effect.annotateLogs({ event: caller.eventId, tags: newTags.length }))
      }
      return { guessable }
    })

    /**
     * Makes tags with PINs that no one has, and returns them by PIN. Without a length they are as long as it takes to be hard to
     * guess. `random` as for `drawPins`.
     */
    const generate = Effect.fn("UserTags.generate")(
      function*(caller: AtEvent, wanted: TagsToGenerate, random: (bound: number) => number) {
        const { eventId } = caller
        const { count, secretId: secret_id, variantNames: variant_names } = wanted
        const length = wanted.length ??
          Math.max(shortestDrawn, pinLength(count + (yield* Effect.orDie(tags.total(eventId)))))
        const taken = new Set<string>()
        let pins: ReadonlyArray<string> = []
        let hit: ReadonlyArray<string>
        do {
          pins = drawPins({ count, length, taken }, random)
          hit = yield* Effect.orDie(tags.takenPins(eventId, pins))
          for (const pin of hit) taken.add(pin)
        } while (hit.length > 0)
        const made = pins.toSorted().map((pin) => new NewUserTag({ pin, restriction: null, secret_id, variant_names }))
        const { guessable } = yield* create(caller, made)
        return { guessable, tags: made.map(({ pin }): ListedTag => ({ pin, variants: variant_names })) }
      }
    )

    const filtered = Effect.fnUntraced(function*(caller: AtEvent, { search: text, ...filter }: TagsWanted) {
      const term = text === undefined ? undefined : searchFor(text)
      return { ...yield* scopeOf(caller), ...filter, ...(term === undefined ? {} : { term }) }
    })

    /** The tags that the caller manages, in a given order. */
    const sortedPage = Effect.fn("UserTags.sortedPage")(function*(caller: AtEvent, wanted: TagsWanted, of: SortedPage) {
      return yield* Effect.orDie(tags.page(yield* filtered(caller, wanted), of))
    })

    /** How many tags all pages have. */
    const count = Effect.fn("UserTags.count")(function*(caller: AtEvent, wanted: TagsWanted) {
      return yield* Effect.orDie(tags.count(yield* filtered(caller, wanted)))
    })

    const comment = Effect.fn("UserTags.comment")((caller: AtEvent, id: bigint, text: string) =>
      changes.run(
        caller,
        ({ before, tag }) => ({
          logType: "user_tag_comment_updated",
          content: { id: tag.id, comment: tag.comment, old_comment: before.comment },
          nodeId: tag.node_id
        }),
        Effect.gen(function*() {
          const scope = yield* scopeOf(caller)
          const before = yield* existing(scope, id)
          yield* tags.comment(caller.eventId, id, text)
          return { before, tag: yield* existing(scope, id) }
        }),
        { withoutVersion: true }
      ).pipe(Effect.map(({ tag }) => tag))
    )

    /** The PINs and kinds of the tags that the caller manages, by PIN. */
    const listed = Effect.fn("UserTags.listed")(function*(caller: AtEvent, wanted: UserTagsCsvExportPayload) {
      const known = yield* Effect.orDie(variants.list(caller.eventId))
      const unknown = wanted.variant_ids.find((id) => !known.some((one) => one.id === id))
      if (unknown !== undefined) return yield* InvalidArgument.of(catalogueRules.variant_unknown, { id: unknown })
      const scope = yield* scopeOf(caller)
      const filter = { ...scope, limit: listedAtOnce, unused: wanted.exclude_activated, variantIds: wanted.variant_ids }
      const parts: Array<ReadonlyArray<ListedTag>> = []
      let after: string | undefined = ""
      while (after !== undefined) {
        const found: ReadonlyArray<ListedTag> = yield* Effect.orDie(tags.listed({ ...filter, after }))
        parts.push(found)
        after = found.length < listedAtOnce ? undefined : found.at(-1)?.pin
      }
      return parts.flat()
    })

    /** As `listed`, as CSV. */
    const csv = (caller: AtEvent, wanted: UserTagsCsvExportPayload) =>
      Effect.flatMap(listed(caller, wanted), (found) => runInSlices(() => tagCsv(found)))

    /** Finds tags by PIN or chip number, ordered by PIN; a blank term finds nothing. */
    const search = Effect.fn("UserTags.search")(function*(caller: AtEvent, term: string, page: Page) {
      const wanted = searchFor(term)
      return wanted === undefined ? [] : yield* Effect.orDie(tags.search(yield* scopeOf(caller), wanted, page))
    })

    return {
      check,
      comment,
      count,
      create,
      csv,
      generate,
      listed,
      find: (caller: AtEvent, id: bigint) =>
        Effect.flatMap(
          scopeOf(caller),
          (scope) => dieOnInfrastructure(existing(scope, id))
        ),
      search,
      sortedPage
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([UserTagRepository.layer, UserTagSecretRepository.layer, UserTagVariantRepository.layer])
  )
}
