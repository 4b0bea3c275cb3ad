import { Context, Effect, Layer, type Redacted } from "effect"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { Changes } from "./Changes.ts"
import { onlyUser, type UserName } from "./NamedUser.ts"
import { typed } from "./Password.ts"
import { hashNewPassword } from "./PasswordHash.ts"
import { UserChangeRepository } from "./UserChangeRepository.ts"
import { UserRepository } from "./UserRepository.ts"

/** Sets passwords of users who forgot theirs, for when no one can sign in to do so in the back office. */
export class PasswordResets extends Context.Service<PasswordResets>()("core/PasswordResets", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const stored = yield* UserChangeRepository
    const users = yield* UserRepository

    /**
     * Sets the password of the user with this login and ends their sessions; they must choose another one. `by` is the account
     * that gave the command, as user@host.
     */
    const byCommand = Effect.fn("PasswordResets.byCommand")(
      function*(who: UserName, password: Redacted.Redacted, by: string) {
        const user = yield* Effect.fromResult(onlyUser(yield* users.called(who), who))
        const chosen = yield* Effect.fromResult(typed(password))
        const passwordHash = yield* hashNewPassword(chosen, who.login)
        yield* changes.run(
          { userId: null, terminalId: null, node: { id: user.node_id }, eventId: null, by },
          () => ({ logType: "user_password_changed", content: { id: user.id } }),
          stored.setPassword(user.id, passwordHash, true),
          { withoutVersion: true }
        )
      },
      dieOnInfrastructure
    )

    return { byCommand }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, UserChangeRepository.layer, UserRepository.layer])
  )
}
