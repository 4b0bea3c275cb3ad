import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { InvalidArgument, refuse } from "../base/Refusal.ts"
import { isSpoiltCode, isUntypable } from "../base/SpoiltCell.ts"
import { TagUid } from "../base/TagUid.ts"
import { Name, SearchText, Text } from "../base/Text.ts"
import { visible } from "../base/VisibleText.ts"
import { type KnownVariant, ProductRestriction, toSet } from "../event/UserTagVariant.ts"
import { guessesPowerOfTwo, pinLetters } from "./PinDraw.ts"
import { mostTags } from "./TagFile.ts"
import { tagRules } from "./TagRules.ts"

/** A wristband that is entered, with the PIN printed on it. */
export class NewUserTag extends Schema.Class<NewUserTag>("NewUserTag")({
  /** The PIN printed on the wristband, unique in the event regardless of case, up to 255 characters. */
  pin: Name,
  /** The age limit of the wearer: adds the kind of wristband of this name. Null for none. */
  restriction: orNull(ProductRestriction),
  /** The chip keys of the event. */
  secret_id: Id,
  /** The kinds of wristbands that it is of: together with those of `variant_names`. */
  variant_ids: Schema.optionalKey(Schema.Array(Id)),
  /** Names of such kinds; surrounding spaces and empty ones do not count. */
  variant_names: Schema.optionalKey(Schema.Array(Text))
}) {}

export const NewUserTags = Schema.Array(NewUserTag).check(Schema.isMaxLength(mostTags))

/** Which tags a list for the supplier or the entrance has. */
export class UserTagsCsvExportPayload extends Schema.Class<UserTagsCsvExportPayload>("UserTagsCsvExportPayload")({
  /** Leaves out wristbands that are or were handed out. */
  exclude_activated: orElse(Schema.Boolean, false),
  /** Only wristbands of at least one of these kinds; all if empty. */
  variant_ids: orElse(Schema.Array(Id), [])
}) {}

/** An account to which the tag belonged before. */
export class UserTagAccountAssociation extends Schema.Class<UserTagAccountAssociation>("UserTagAccountAssociation")({
  /** The account. */
  account_id: Id,
  /** Until when the wristband belonged to it. */
  mapping_was_valid_until: Schema.DateTimeUtc
}) {}

/** A wristband or card with its chip. */
export class UserTagDetail extends Schema.Class<UserTagDetail>("UserTagDetail")({
  id: Id,
  /** The PIN printed on it, with which the guest signs in to the portal. */
  pin: Schema.String,
  /** The number of its chip, stored when the wristband is first used; null before. */
  uid: nullOr(TagUid),
  node_id: Id,
  /** The note on it. */
  comment: nullOr(Schema.String),
  /** The account that it belongs to now; null if it was not handed out. */
  account_id: nullOr(Id),
  /** The user who works with it; null if it is no user's. */
  user_id: nullOr(Id),
  /** The accounts that it belonged to before. */
  account_history: Schema.Array(UserTagAccountAssociation),
  /** The number of its chip in upper-case hexadecimal; null before its first use. */
  uid_hex: nullOr(Schema.String),
  /** Its age limit, which keeps it from buying some products; null for none. */
  restriction: nullOr(ProductRestriction),
  /** The kinds of wristbands that it is of, by priority and name. */
  variant_ids: Schema.Array(Id),
  /** The names of those kinds, in the same order. */
  variant_names: Schema.Array(Schema.String),
  /** When the account that has it got its first wristband; null if it has none. */
  activated_at: nullOr(Schema.DateTimeUtc)
}) {}

/** What to look for among wristbands. */
export class FindUserTagPayload extends Schema.Class<FindUserTagPayload>("FindUserTagPayload")({
  /** Part of a PIN, or of a chip number in hexadecimal or decimal; blank finds nothing. */
  search_term: SearchText
}) {}

/** The note about a wristband. */
export class UpdateCommentPayload extends Schema.Class<UpdateCommentPayload>("UpdateCommentPayload")({
  /** The note, in place of the one before. */
  comment: Text
}) {}

/**
 * Checks an import before anything is read from the database: it is not empty, no PIN is spoilt or has what no one can see or
 * type, and none occurs twice.
 */
export const importable = (tags: ReadonlyArray<NewUserTag>): Result.Result<void, InvalidArgument> => {
  if (tags.length === 0) return refuse(tagRules.import_empty)
  const spoilt = tags.map(({ pin }) => pin).filter(isSpoiltCode)
  if (spoilt.length > 0) return refuse(tagRules.import_pins_spoilt, { pins: spoilt })
  const untypable = tags.map(({ pin }) => pin).filter((pin) => isUntypable(pin) || visible(pin) !== pin.trim())
  if (untypable.length > 0) return refuse(tagRules.import_pins_untypable, { pins: untypable })
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { pin } of tags) {
    const typed = pin.toLowerCase()
    if (seen.has(typed)) twice.add(pin)
    seen.add(typed)
  }
  return twice.size === 0
    ? Result.succeed(undefined)
    : refuse(tagRules.import_repeats, { pins: [...twice] })
}

/** A tag with its kinds as they are stored: each id once, ascending. */
export interface ArrivingTag extends Pick<NewUserTag, "pin" | "secret_id"> {
  readonly variantIds: ReadonlyArray<bigint>
}

/** Finds the kinds of the tags of an import; all that the event lacks are refused at once. */
export const withVariants = (
  tags: ReadonlyArray<NewUserTag>,
  variants: ReadonlyArray<KnownVariant>
): Result.Result<ReadonlyArray<ArrivingTag>, InvalidArgument> => {
  const ids = new Set(variants.map(({ id }) => id))
  const byName = new Map(variants.map(({ id, variant_name }) => [variant_name.toLowerCase(), id]))
  const unknown = new Set<string>()
  const arriving = tags.map(({ pin, restriction, secret_id, variant_ids = [], variant_names = [] }): ArrivingTag => {
    const named = [...variant_names.map((name) => name.trim()), restriction ?? ""].filter((name) => name !== "")
    for (const id of variant_ids) if (!ids.has(id)) unknown.add(String(id))
    const found = named.flatMap((name) => {
      const id = byName.get(name.toLowerCase())
      if (id === undefined) unknown.add(name)
      return id ?? []
    })
    return { pin, secret_id, variantIds: toSet([...variant_ids, ...found]) }
  })
  return unknown.size === 0
    ? Result.succeed(arriving)
    : refuse(tagRules.import_variants_unknown, { variants: Array.from(unknown) })
}

/**
 * Whether the PINs of an import are too short for their number, so that one of them can be found by guessing. On
 * average that takes `24^length ÷ tags` guesses, calculated with the shortest PIN. Guessing is slowed down, but can go
 * on day and night. `Notices.ts` makes the same calculation for all tags of an event.
 */
export const hasGuessablePins = (tags: ReadonlyArray<Pick<NewUserTag, "pin">>): boolean => {
  const shortest = tags.reduce((least, { pin }) => Math.min(least, pin.length), Infinity)
  return tags.length > 0 &&
    shortest * Math.log2(pinLetters.length) - Math.log2(tags.length) < guessesPowerOfTwo
}

/** The refusal of an import whose PINs already exist. */
export const pinsTaken = (pins: ReadonlyArray<string>): InvalidArgument =>
  InvalidArgument.of(tagRules.import_pins_taken, { pins })
