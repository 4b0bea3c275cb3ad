import { Result, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, NotFound, refuse } from "../base/Refusal.ts"
import { say, text } from "../base/Sentence.ts"
import { TagUid } from "../base/TagUid.ts"
import { Text } from "../base/Text.ts"
import { ProductRestriction } from "../event/UserTagVariant.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { lastingChip } from "../organisation/LastingChip.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { tagSwitchRules } from "./TagSwitchRules.ts"

/** Gives a guest another wristband for one that was lost or broken. */
export class SwitchTagPayload extends Schema.Class<SwitchTagPayload>("SwitchTagPayload")({
  /** The PIN of the wristband that the guest has, or had blocked. */
  old_user_tag_pin: Text,
  /** The chip number of the new wristband. */
  new_user_tag_uid: TagUid,
  /** The PIN printed on the new wristband. */
  new_user_tag_pin: Text,
  /** Why the guest gets another wristband; kept with the old one. */
  comment: Text,
  /**
   * Whether the new wristband may be of another kind than the old one, as of guests of another age; false if left out, and then
   * it is refused.
   */
  confirm_restriction_change: orElse(Schema.Boolean, false)
}) {}

/** As `SwitchTagPayload`, in the back office, where the guest is known. */
export class SwitchTagOfPayload extends Schema.Class<SwitchTagOfPayload>("SwitchTagOfPayload")({
  /** The PIN printed on the new wristband, in upper or lower case. */
  new_user_tag_pin: Text,
  /** The chip number of the new wristband; null or absent if it is known already. */
  new_user_tag_uid: orNull(TagUid),
  /** Why the guest gets another wristband; kept with the old one. */
  comment: Text,
  /**
   * Whether the new wristband may be of another kind than the old one, as of guests of another age; false if left out, and then
   * it is refused.
   */
  confirm_restriction_change: orElse(Schema.Boolean, false)
}) {}

/**
 * As `SwitchTagPayload`, in the back office of the newest published version. It names no chip: a new tag whose chip was
 * never read is given without one.
 */
export class SwitchCustomerTagPayload extends Schema.Class<SwitchCustomerTagPayload>("SwitchCustomerTagPayload")({
  /** The PIN of the wristband that the guest has, or had blocked. */
  old_user_tag_pin: Text,
  /** The PIN printed on the new wristband. */
  new_user_tag_pin: Text,
  /** Why the guest gets another wristband; kept with the old one. */
  comment: Text,
  /**
   * Whether the new wristband may be of another kind than the old one, as of guests of another age; false if left out, and then
   * it is refused.
   */
  confirm_restriction_change: orElse(Schema.Boolean, false)
}) {}

/** A switch as it is decided; without a chip number the new tag keeps the one it has. */
export interface RequestedSwitch {
  readonly old_user_tag_pin: string
  readonly new_user_tag_pin: string
  readonly new_user_tag_uid: bigint | null
  readonly comment: string
  readonly confirm_restriction_change: boolean
}

/** The request of the newest published version, which names no chip. */
export const fromPins = (request: SwitchCustomerTagPayload): RequestedSwitch => ({ ...request, new_user_tag_uid: null })

/** Privileges to give a guest another tag. */
export const canSwitchTags: ReadonlyArray<Privilege> = ["customer_management"]

const otherAge = text({
  en: "The old tag is for guests {old:sentence}, the new one for guests {new:sentence}: check the guest's age",
  de: "Das alte Armband ist für Gäste {old:sentence}, das neue für Gäste {new:sentence}: bitte das Alter prüfen"
})

const ages = {
  under_16: text({ en: "under 16", de: "unter 16" }),
  under_18: text({ en: "under 18", de: "unter 18" }),
  any: text({ en: "of any age", de: "jeden Alters" })
}

const otherKind = text({
  en:
    "The old tag is of another kind ({old:sentence}) than the new one ({new:sentence}): check what the guest may have",
  de:
    "Das alte Armband ist von anderer Art ({old:sentence}) als das neue ({new:sentence}): bitte prüfen, was der Gast darf"
})
const noKind = text({ en: "none", de: "keine" })

/** The new tag is of another kind than the old one, as of guests of another age, and the request does not confirm that. */
export class RestrictionChange extends Schema.TaggedError<RestrictionChange>()(
  "RestrictionChange",
  {
    old_restriction: nullOr(ProductRestriction),
    new_restriction: nullOr(ProductRestriction),
    /** The names of all their kinds. */
    old_variants: Schema.Array(Schema.String),
    new_variants: Schema.Array(Schema.String)
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    if (this.old_restriction === this.new_restriction) {
      const kind = (names: ReadonlyArray<string>) => names.length === 0 ? say(noKind) : () => names.join(", ")
      return say(otherKind, { old: kind(this.old_variants), new: kind(this.new_variants) })(language)
    }
    const old = say(ages[this.old_restriction ?? "any"])
    return say(otherAge, { old, new: say(ages[this.new_restriction ?? "any"]) })(language)
  }
}

/** A tag, as the decision about a switch needs it. */
export interface SwitchedTag {
  readonly id: bigint
  /** The chip number; null until the chip was first used. */
  readonly uid: bigint | null
  readonly restriction: ProductRestriction | null
  /** The names of its kinds, in the order of lists. */
  readonly variants: ReadonlyArray<string>
  /** The account that has the tag, or whose guest blocked it and has no other yet; null when there is none. */
  readonly accountId: bigint | null
  /** Whether the tag has or ever had an account. */
  readonly used: boolean
  /** Whether a ticket sale that waits for its card payment will hand the tag out. */
  readonly reserved: boolean
}

/** The tags that a switch names; null for a tag that does not exist. */
export interface TagsToSwitch {
  readonly oldTag: SwitchedTag | null
  readonly newTag: SwitchedTag | null
  /** Whether another tag has the chip, or gets it from a ticket sale that waits for its card payment. */
  readonly chipTaken: boolean
}

export interface TagSwitch {
  readonly accountId: bigint
  readonly oldTagId: bigint
  readonly newTagId: bigint
}

/**
 * Decides whether an account moves from one tag to another. A tag that ever had an account is never given to another one.
 */
export const decide = (
  request: RequestedSwitch,
  { chipTaken, newTag, oldTag }: TagsToSwitch
): Result.Result<TagSwitch, InvalidArgument | NotFound | RestrictionChange> => {
  if (oldTag === null || oldTag.accountId === null) return unknown(request.old_user_tag_pin)
  if (newTag === null) return unknown(request.new_user_tag_pin)
  if (newTag.used) return refuse(tagSwitchRules.new_tag_used)
  if (newTag.reserved) return refuse(tagSwitchRules.new_tag_being_sold)
  if (chipTaken) return refuse(orderRules.chip_taken)
  if (newTag.uid !== null && request.new_user_tag_uid !== null && newTag.uid !== request.new_user_tag_uid) {
    return refuse(organisationRules.pin_of_other_chip)
  }
  const chip = newTag.uid === null && request.new_user_tag_uid !== null
    ? lastingChip(request.new_user_tag_uid)
    : Result.succeed(undefined)
  if (Result.isFailure(chip)) return Result.fail(chip.failure)
  const isSame = newTag.variants.length === oldTag.variants.length &&
    newTag.variants.every((name) => oldTag.variants.includes(name))
  return !isSame && !request.confirm_restriction_change
    ? Result.fail(
      new RestrictionChange({
        old_restriction: oldTag.restriction,
        new_restriction: newTag.restriction,
        old_variants: oldTag.variants,
        new_variants: newTag.variants
      })
    )
    : Result.succeed({ accountId: oldTag.accountId, oldTagId: oldTag.id, newTagId: newTag.id })
}

/** A guest's tag, or their last one, and the tag that they are to get; null for tags that do not exist. */
export interface NamedTags {
  readonly old_pin: string | null
  readonly new_pin: string | null
  readonly new_uid: bigint | null
}

/** Completes the request of the back office to that of a terminal. */
export const complete = (
  { new_user_tag_pin, new_user_tag_uid, ...request }: SwitchTagOfPayload,
  { new_pin, new_uid, old_pin }: NamedTags
): Result.Result<SwitchTagPayload, InvalidArgument | NotFound> => {
  if (old_pin === null) return refuse(tagSwitchRules.guest_without_tag)
  if (new_pin === null) return unknown(new_user_tag_pin)
  const uid = new_user_tag_uid ?? new_uid
  return uid === null ? refuse(tagSwitchRules.new_chip_unknown) : Result.succeed(
    new SwitchTagPayload({ ...request, old_user_tag_pin: old_pin, new_user_tag_pin: new_pin, new_user_tag_uid: uid })
  )
}

const unknown = (pin: string) => Result.fail(new NotFound({ element_type: "user_tag", element_id: pin }))
