import { assert, it } from "@effect/vitest"
import { decide, SwitchTagPayload } from "@wristbank/core/cash/TagSwitch"
import { ProductRestriction } from "@wristbank/core/catalogue/Product"
import { TagUid } from "@wristbank/core/primitives/TagUid"
import { Result, Schema } from "effect"

const Tag = Schema.NullOr(Schema.Struct({
  id: Schema.BigInt,
  uid: Schema.NullOr(TagUid),
  restriction: Schema.NullOr(ProductRestriction),
  accountId: Schema.NullOr(Schema.BigInt),
  used: Schema.Boolean,
  reserved: Schema.Boolean
}))

const Known = Schema.Struct({
  oldTag: Tag,
  newTag: Tag,
  chipTaken: Schema.Boolean,
  /** Whether the request's chip number is the one stored for the new tag. */
  sameChip: Schema.Boolean
})

it.prop(
  "a tag is switched when, and only when, nothing stands against it",
  [Known, SwitchTagPayload],
  ([{ sameChip, ...known }, payload]) => {
    const { chipTaken, newTag, oldTag } = known
    const chip = newTag?.uid
    const request = new SwitchTagPayload(
      sameChip && chip !== undefined && chip !== null ? { ...payload, new_user_tag_uid: chip } : payload
    )
    const decided = decide(request, known)
    const tag = Result.isFailure(decided) ? decided.failure._tag : null
    if (oldTag === null || oldTag.accountId === null || newTag === null) return assert.strictEqual(tag, "NotFound")
    const free = !newTag.used && !newTag.reserved && !chipTaken
    const ownChip = newTag.uid === null || newTag.uid === request.new_user_tag_uid
    if (!free || !ownChip) return assert.strictEqual(tag, "InvalidArgument")
    if (newTag.restriction !== oldTag.restriction && !request.confirm_restriction_change) {
      return assert.strictEqual(tag, "RestrictionChange")
    }
    assert.deepStrictEqual(Result.getOrThrow(decided), {
      accountId: oldTag.accountId,
      oldTagId: oldTag.id,
      newTagId: newTag.id
    })
  },
  { arbitrary: { runs: 2000 } }
)
