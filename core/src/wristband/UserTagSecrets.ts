import { Context, Effect, Layer } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { tagKey } from "../organisation/SecretLocation.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { tagRules } from "./TagRules.ts"
import { type NewUserTagSecret, UserTagSecret } from "./UserTagSecret.ts"
import { UserTagSecretRepository } from "./UserTagSecretRepository.ts"

export class UserTagSecrets extends Context.Service<UserTagSecrets>()("core/UserTagSecrets", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const repository = yield* UserTagSecretRepository
    const secrets = yield* Secrets

    const store = Effect.fnUntraced(function*(caller: AtEvent, { description, key0, key1 }: NewUserTagSecret) {
      const { eventId } = caller
      if ((yield* repository.list(eventId)).length > 0) {
        return yield* InvalidArgument.of(tagRules.secret_exists)
      }
      const id = yield* repository.insert({
        eventId,
        nodeId: caller.node.id,
        key0: secrets.seal(tagKey(eventId, "key0"), key0),
        key1: secrets.seal(tagKey(eventId, "key1"), key1),
        description
      })
      return masked({ id, node_id: caller.node.id, description })
    })

    const create = Effect.fn("UserTagSecrets.create")((caller: AtEvent, secret: NewUserTagSecret) =>
      changes.run(
        caller,
        ({ id }) => ({ logType: "user_tag_secret_created", content: { id } }),
        store(caller, secret)
      )
    )

    return {
      create,
      /** The secret of the event, at most one. */
      list: (eventId: bigint) => Effect.orDie(Effect.map(repository.list(eventId), (rows) => rows.map(masked)))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, UserTagSecretRepository.layer])
  )
}

const masked = (row: { readonly id: bigint; readonly node_id: bigint; readonly description: string }): UserTagSecret =>
  new UserTagSecret({ ...row, key0: secretMarker, key1: secretMarker })
