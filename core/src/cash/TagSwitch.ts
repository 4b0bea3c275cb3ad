import { Effect, Result, Schema } from "effect"
import { ProductRestriction } from "../catalogue/Product.ts"
import type { Language } from "../primitives/Language.ts"
import { InvalidArgument, NotFound } from "../primitives/Refusal.ts"
import { say, text } from "../primitives/Sentence.ts"
import { TagUid } from "../primitives/TagUid.ts"
import { Text } from "../primitives/Text.ts"

/** Another wristband for a guest, for one that was lost or broke. */
export class SwitchTagPayload extends Schema.Class<SwitchTagPayload>("SwitchTagPayload")({
  old_user_tag_pin: Text,
  new_user_tag_uid: TagUid,
  new_user_tag_pin: Text,
  /** Why; kept at the old tag. */
  comment: Text,
  /** The new tag may have another age restriction than the old one. */
  confirm_restriction_change: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}) {}

const otherAge = text({
  en: "The old tag is for guests {old:sentence}, the new one for guests {new:sentence}: check the guest's age",
  de: "Das alte Armband ist für Gäste {old:sentence}, das neue für Gäste {new:sentence}: bitte das Alter prüfen"
})

const ages = {
  under_16: text({ en: "under 16", de: "unter 16" }),
  under_18: text({ en: "under 18", de: "unter 18" }),
  any: text({ en: "of any age", de: "jeden Alters" })
}

/** The new tag is for guests of another age than the old one, and nobody has confirmed that. */
export class RestrictionChange extends Schema.TaggedError<RestrictionChange>()(
  "RestrictionChange",
  {
    old_restriction: Schema.NullOr(ProductRestriction),
    new_restriction: Schema.NullOr(ProductRestriction)
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    const old = say(ages[this.old_restriction ?? "any"])
    return say(otherAge, { old, new: say(ages[this.new_restriction ?? "any"]) })(language)
  }
}

/** A tag as a switch sees it. */
export interface SwitchedTag {
  readonly id: bigint
  /** Null until the chip was first used. */
  readonly uid: bigint | null
  readonly restriction: ProductRestriction | null
  /** Whose it is now; null for nobody's. */
  readonly accountId: bigint | null
  /** It is, or was once, somebody's. */
  readonly used: boolean
  /** A ticket sale that waits for its card payment will hand it out. */
  readonly reserved: boolean
}

/** What is known of the tags that a switch names; null for a tag that is not there. */
export interface TagsToSwitch {
  readonly oldTag: SwitchedTag | null
  readonly newTag: SwitchedTag | null
  /** Another tag than the new one has the chip, or will get it from a ticket sale that waits for its card payment. */
  readonly chipTaken: boolean
}

export interface TagSwitch {
  readonly accountId: bigint
  readonly oldTagId: bigint
  readonly newTagId: bigint
}

/** Decides whether an account changes from one tag to another. A tag that was somebody's once goes to nobody else. */
export const decide = (
  request: SwitchTagPayload,
  { chipTaken, newTag, oldTag }: TagsToSwitch
): Result.Result<TagSwitch, InvalidArgument | NotFound | RestrictionChange> => {
  if (oldTag === null || oldTag.accountId === null) return unknown(request.old_user_tag_pin)
  if (newTag === null) return unknown(request.new_user_tag_pin)
  if (newTag.used) return refuse("The new tag is or was somebody's, so take another one")
  if (newTag.reserved) return refuse("The new tag is being sold, so take another one")
  if (chipTaken) return refuse("Another tag has this chip")
  if (newTag.uid !== null && newTag.uid !== request.new_user_tag_uid) {
    return refuse("The PIN belongs to a tag with another chip")
  }
  return newTag.restriction !== oldTag.restriction && !request.confirm_restriction_change
    ? Result.fail(
      new RestrictionChange({ old_restriction: oldTag.restriction, new_restriction: newTag.restriction })
    )
    : Result.succeed({ accountId: oldTag.accountId, oldTagId: oldTag.id, newTagId: newTag.id })
}

const unknown = (pin: string) => Result.fail(new NotFound({ element_type: "user_tag", element_id: pin }))

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
