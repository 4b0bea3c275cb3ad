import { Context, Effect, Layer } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { Changes } from "./Changes.ts"
import { onlyUser, type UserName } from "./NamedUser.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import { secondFactorRules } from "./SecondFactorRules.ts"
import { SessionRepository } from "./SessionRepository.ts"
import { UserRepository } from "./UserRepository.ts"

/** Removes second factors of users who lost them. It needs no secret key, so a command can do it while no server runs. */
export class SecondFactorResets extends Context.Service<SecondFactorResets>()("core/SecondFactorResets", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const sessions = yield* SessionRepository
    const stored = yield* SecondFactorRepository
    const users = yield* UserRepository

    /** Removes a user's second factor and ends their sessions; must run inside a change. */
    const reset = Effect.fn("SecondFactorResets.reset")(function*(userId: bigint) {
      if (!(yield* stored.remove(userId))) return yield* InvalidArgument.of(secondFactorRules.second_factor_missing)
      yield* sessions.removeAll(userId)
    })

    /** Resets the second factor of the user with this login; `by` is the account that gave the command, as user@host. */
    const byCommand = Effect.fn("SecondFactorResets.byCommand")(
      function*(who: UserName, by: string) {
        const found = (yield* users.called(who)).filter((user) => user.has_second_factor)
        const unknown = InvalidArgument.of(secondFactorRules.login_unknown, { login: who.login })
        const user = yield* Effect.fromResult(onlyUser(found, who, unknown))
        yield* changes.run(
          { userId: null, terminalId: null, node: { id: user.node_id }, eventId: null, by },
          () => ({ logType: "user_second_factor_reset", content: { id: user.id } }),
          reset(user.id),
          { withoutVersion: true }
        )
      },
      dieOnInfrastructure
    )

    return { byCommand, reset }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, SecondFactorRepository.layer, SessionRepository.layer, UserRepository.layer])
  )
}
