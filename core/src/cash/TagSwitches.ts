import { Context, Effect, Layer } from "effect"
import { Changes } from "../organisation/Changes.ts"
import { manage } from "../organisation/UserChange.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { cashRules } from "./CashRules.ts"
import { SignIns } from "./SignIns.ts"
import { decide, type SwitchTagPayload } from "./TagSwitch.ts"
import { TagSwitchRepository } from "./TagSwitchRepository.ts"

/** Moves accounts from one tag to another. */
export class TagSwitches extends Context.Service<TagSwitches>()("core/TagSwitches", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const signIns = yield* SignIns
    const tags = yield* TagSwitchRepository

    /**
     * Switches a tag at a terminal, for a signed-in user with `customer_management`. Money and vouchers stay on the
     * account; the old tag has no account any more. A booking that runs on the old tag is either finished before or
     * refused, because storing compares the tag with the one it was decided for.
     */
    const run = Effect.fn("TagSwitches.run")(function*(
      terminal: TerminalCall<"customer_management">,
      request: SwitchTagPayload
    ) {
      const authorised = yield* signIns.authorise(terminal, { till: false, write: true })
      const { eventId, pathIds } = authorised.place
      const place = { eventId, eventPath: pathIds.slice(pathIds.indexOf(eventId)) }
      return yield* changes.run(
        authorised.actor,
        // The tags without their PINs, as a PIN opens an account in the portal.
        ({ accountId, newTagId, oldTagId }) => ({
          logType: "account_user_tag_changed",
          content: {
            account_id: accountId,
            old_user_tag_id: oldTagId,
            new_user_tag_id: newTagId,
            comment: request.comment
          }
        }),
        Effect.gen(function*() {
          yield* authorised.stillOpen
          yield* tags.lock(place, request)
          const decided = yield* Effect.fromResult(decide(request, yield* tags.find(place, request)))
          // A staff tag lets its finder sign in as its holder, so the caller needs the right to manage the holder's roles.
          const roles = yield* tags.rolesOfHolder({ eventId, accountId: decided.accountId })
          yield* Effect.fromResult(manage(authorised.privileges, roles))
          yield* tags.store(place, decided, request)
          return decided
        }).pipe(
          Effect.catchIf(
            isTaken,
            () => InvalidArgument.of(cashRules.chip_just_used)
          )
        )
      )
    }, Effect.asVoid)

    return { run }
  })
}) {
  static readonly layer = Layer.provide(Layer.effect(this, this.make), TagSwitchRepository.layer)
}
