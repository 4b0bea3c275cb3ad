import { Context, Effect, Layer } from "effect"
import type { Language } from "../base/Language.ts"
import { limits } from "../base/limits/Limits.ts"
import { Mails } from "../mail/Mails.ts"
import { Changes } from "../organisation/Changes.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import type { SignedInCustomer } from "../wristband/CustomerSession.ts"
import { guestOf } from "./Guest.ts"
import { blockTag } from "./TagBlock.ts"
import { TagBlockRepository } from "./TagBlockRepository.ts"

/** Wristbands that their guests block because they were lost. */
export class TagBlocks extends Context.Service<TagBlocks>()("core/TagBlocks", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const mails = yield* Mails
    const rateLimits = yield* SignInLimits
    const tags = yield* TagBlockRepository

    /**
     * Blocks the guest's wristband. Money and vouchers stay on the account, but nothing can be booked with the wristband and its
     * PIN opens no session until the help desk switches it for another. A booking that is under way is finished before or
     * refused, because storing compares the tag with the one it was decided for. A mail in the guest's language confirms it.
     */
    const block = Effect.fn("TagBlocks.block")(({ accountId, eventId }: SignedInCustomer, language: Language) =>
      Effect.asVoid(changes.run(
        guestOf(eventId),
        (tagId) => ({ logType: "customer_tag_blocked", content: { customer_id: accountId, user_tag_id: tagId } }),
        Effect.gen(function*() {
          yield* rateLimits.consume({ key: `tag block ${eventId} ${accountId}`, limit: limits.tagBlocks })
          const { email, is_staff: isStaff, tag_id } = yield* tags.lock({ eventId, accountId })
          const tagId = yield* Effect.fromResult(blockTag({ tagId: tag_id, isStaff }))
          yield* tags.block({ eventId, accountId }, tagId)
          if (email !== null) {
            yield* mails.enqueue({ eventId, template: "tag_blocked", to: email, values: {}, language })
          }
          return tagId
        }),
        { withoutVersion: true }
      ))
    )

    return { block }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, Mails.layer, SignInLimits.layer, TagBlockRepository.layer])
  )
}
