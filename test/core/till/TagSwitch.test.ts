import { assert, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { staysWithChip, TagUid } from "@wristbank/core/base/TagUid"
import { ProductRestriction } from "@wristbank/core/event/UserTagVariant"
import { decide, SwitchTagPayload } from "@wristbank/core/till/TagSwitch"
import { Result, Schema } from "effect"

const Tag = Schema.NullOr(Schema.Struct({
  id: Schema.BigInt,
  uid: Schema.NullOr(TagUid),
  restriction: Schema.NullOr(ProductRestriction),
  variants: Schema.UniqueArray(Schema.Literals(["under_18", "vip"])),
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
    const refusal = Result.isFailure(decided) ? refusalName(decided.failure) : null
    if (oldTag === null || oldTag.accountId === null || newTag === null) return assert.strictEqual(refusal, "NotFound")
    if (newTag.used) return assert.strictEqual(refusal, "cash.new_tag_used")
    if (newTag.reserved) return assert.strictEqual(refusal, "cash.new_tag_being_sold")
    if (chipTaken) return assert.strictEqual(refusal, "order.chip_taken")
    if (newTag.uid !== null && newTag.uid !== request.new_user_tag_uid) {
      return assert.strictEqual(refusal, "organisation.pin_of_other_chip")
    }
    if (newTag.uid === null && !staysWithChip(request.new_user_tag_uid)) {
      return assert.strictEqual(refusal, "organisation.chip_fleeting")
    }
    if (
      newTag.variants.toSorted().join() !== oldTag.variants.toSorted().join() && !request.confirm_restriction_change
    ) {
      return assert.strictEqual(refusal, "RestrictionChange")
    }
    assert.deepStrictEqual(Result.getOrThrow(decided), {
      accountId: oldTag.accountId,
      oldTagId: oldTag.id,
      newTagId: newTag.id
    })
  },
  { arbitrary: { runs: 2000 } }
)
