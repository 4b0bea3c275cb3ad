import { Context, Effect, Layer } from "effect"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { InvalidArgument, NotFound } from "../organisation/Refusal.ts"
import { importable, type NewUserTag, pinsTaken, searchFor } from "./UserTag.ts"
import { UserTagRepository } from "./UserTagRepository.ts"
import { UserTagSecretRepository } from "./UserTagSecretRepository.ts"

export class UserTags extends Context.Service<UserTags>()("core/UserTags", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const secrets = yield* UserTagSecretRepository
    const tags = yield* UserTagRepository

    const existing = Effect.fnUntraced(function*(eventId: bigint, id: bigint) {
      return (yield* tags.find(eventId, id)) ?? (yield* new NotFound({ element_type: "user_tag", element_id: id }))
    })

    const store = Effect.fnUntraced(function*(caller: AtEvent, newTags: ReadonlyArray<NewUserTag>) {
      const known = new Set((yield* secrets.list(caller.eventId)).map((secret) => secret.id))
      const foreign = newTags.find((tag) => !known.has(tag.secret_id))
      if (foreign !== undefined) {
        return yield* new InvalidArgument({ message: `This event has no tag secret ${foreign.secret_id}` })
      }
      const taken = yield* tags.insert(caller.eventId, caller.node.id, newTags)
      if (taken.length > 0) return yield* pinsTaken(taken)
    })

    /** All of them or none. */
    const create = Effect.fn("UserTags.create")(function*(caller: AtEvent, newTags: ReadonlyArray<NewUserTag>) {
      yield* Effect.fromResult(importable(newTags))
      return yield* changes.run(
        caller,
        () => ({ logType: "user_tags_created", content: { num_tags: newTags.length } }),
        store(caller, newTags)
      )
    })

    const comment = Effect.fn("UserTags.comment")((caller: AtEvent, id: bigint, text: string) =>
      changes.run(
        caller,
        (tag) => ({ logType: "user_tag_comment_updated", content: { id: tag.id, pin: tag.pin, comment: tag.comment } }),
        Effect.gen(function*() {
          yield* existing(caller.eventId, id)
          yield* tags.comment(caller.eventId, id, text)
          return yield* existing(caller.eventId, id)
        })
      )
    )

    /** By PIN or chip number, at most 100; a term of less than two characters finds nothing. */
    const search = Effect.fn("UserTags.search")((eventId: bigint, term: string) => {
      const wanted = searchFor(term)
      return wanted === undefined ? Effect.succeed([]) : Effect.orDie(tags.search(eventId, wanted))
    })

    return {
      comment,
      create,
      find: (eventId: bigint, id: bigint) =>
        Effect.catchTag(existing(eventId, id), ["SqlError", "SchemaError"], Effect.die),
      search
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
