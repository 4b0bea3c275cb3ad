import { Context, Data, Effect, Layer, Result } from "effect"
import { WorkDone } from "../base/WorkDone.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { Changes } from "./Changes.ts"
import { rootId } from "./Node.ts"
import { Secrets } from "./Secrets.ts"
import { locationOf, SecretKeyRefused, type StoredSecret } from "./StoredSecret.ts"
import { StoredSecretRepository } from "./StoredSecretRepository.ts"

type Reader = Pick<Secrets["Service"], "read">

/** Rolls back a change, with its audit entry, if there was nothing to change. */
class AllCurrent extends Data.TaggedError("AllCurrent") {}

const refuseUnreadable = Effect.fnUntraced(function*(stored: ReadonlyArray<StoredSecret>, { read }: Reader) {
  const locations = stored
    .filter((secret) => Result.isFailure(read(locationOf(secret), secret.sealed)))
    .map((secret) => locationOf(secret))
  if (locations.length > 0) yield* new SecretKeyRefused({ locations })
})

/** All stored secrets of the installation: checks whether the keys can read them, and seals them with a new key. */
export class StoredSecrets extends Context.Service<StoredSecrets>()("core/StoredSecrets", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const stored = yield* StoredSecretRepository

    /**
     * Refuses keys that can't read one secret of each kind; a server with such keys would fail in the middle of a sale.
     */
    const check = Effect.fn("StoredSecrets.check")(
      function*(secrets: Reader) {
        yield* refuseUnreadable(yield* stored.samples, secrets)
      },
      dieOnInfrastructure
    )

    /** As `check`, for every secret. */
    const checkAll = Effect.fn("StoredSecrets.checkAll")(
      function*(secrets: Reader) {
        yield* refuseUnreadable(yield* stored.list, secrets)
      },
      dieOnInfrastructure
    )

    const sealAnew = Effect.fnUntraced(function*(secrets: Secrets["Service"]) {
      const all = yield* stored.list
      yield* refuseUnreadable(all, secrets)
      const workDone = yield* WorkDone
      let count = 0
      for (const [at, secret] of all.entries()) {
        yield* workDone(at, all.length)
        const location = locationOf(secret)
        const { isCurrent, text } = yield* Effect.fromResult(secrets.read(location, secret.sealed))
        if (isCurrent) continue
        yield* stored.replace(secret, secrets.seal(location, text))
        count++
      }
      return count > 0 ? count : yield* new AllCurrent()
    })

    /**
     * Seals every secret with the current key and for its location, in one transaction; returns how many had to change.
     * `prepare` returns the keys once no other run is in progress; `by` is the account that gave the command, as
     * user@host.
     */
    const reseal = Effect.fn("StoredSecrets.reseal")(
      <E>(prepare: Effect.Effect<Secrets["Service"], E>, by: string) =>
        changes.run(
          { userId: null, terminalId: null, node: { id: rootId }, eventId: null, by },
          (count) => ({ logType: "secrets_resealed", content: { count } }),
          Effect.gen(function*() {
            const secrets = yield* prepare
            yield* stored.lock
            return yield* sealAnew(secrets)
          })
        ).pipe(Effect.catchIf((error) => error instanceof AllCurrent, () => Effect.succeed(0)))
    )

    return { check, checkAll, reseal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, StoredSecretRepository.layer])
  )
}
