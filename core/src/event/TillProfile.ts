import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr, orElse } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name, Text } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"

/** The actions and payment methods that a profile allows. */
export const tillPermissions = {
  /** Whether the till puts money onto wristbands. */
  allow_top_up: Schema.Boolean,
  /** Whether the till pays balances out in cash. */
  allow_cash_out: Schema.Boolean,
  /** Whether the till sells tickets. */
  allow_ticket_sale: Schema.Boolean,
  /** Whether tickets that were bought before the event can be exchanged for wristbands. */
  allow_ticket_vouchers: Schema.Boolean,
  /** Whether goods can be paid with the wristband. */
  enable_ssp_payment: Schema.Boolean,
  /** Whether the till takes cash. */
  enable_cash_payment: Schema.Boolean,
  /** Whether the till takes cards, for which it needs a card reader. */
  enable_card_payment: Schema.Boolean,
  /** Whether products can be marked as sold out at the till, and as back again. */
  allow_sold_out: Schema.Boolean
}

const profile = {
  /** The name: 1 to 255 characters. Unique among profiles at the node, above it and below it. */
  name: Name,
  description: nullOr(Text),
  /** The layout that its tills show. */
  layout_id: Id,
  ...tillPermissions,
  /** Whether its tills show all buttons on one page; otherwise many buttons have a tab for each category. */
  one_page: Schema.Boolean
}

/** What the office enters for a profile of tills. */
export class NewTillProfile extends Schema.Class<NewTillProfile>("NewTillProfile")({
  ...profile,
  description: orElse(profile.description, null),
  /** Whether products can be marked as sold out at the till, and as back again; true if left out. */
  allow_sold_out: orElse(profile.allow_sold_out, true),
  /**
   * Whether its tills show all buttons on one page; otherwise many buttons have a tab for each category. If left out, it stays as it
   * is, and is false for a new profile.
   */
  one_page: Schema.optionalKey(profile.one_page)
}) {}

/** The layout and permissions of the tills that use this profile. */
export class TillProfile extends Schema.Class<TillProfile>("TillProfile")({
  ...profile,
  node_id: Id,
  id: Id
}) {}

/** The stored data of a profile. */
export type ProfileDraft = Omit<TillProfile, "id" | "node_id">

/** Decides in which form a profile is stored. */
export const decide = (
  input: NewTillProfile,
  known: {
    readonly current?: TillProfile | undefined
    readonly nameTaken: boolean
    readonly layoutVisible: boolean
  }
): Result.Result<ProfileDraft, InvalidArgument> => {
  if (known.nameTaken) return refuse(catalogueRules.profile_name_taken, { name: input.name })
  if (!known.layoutVisible) return refuse(catalogueRules.layout_unknown, { id: input.layout_id })
  return Result.succeed({ ...input, one_page: input.one_page ?? known.current?.one_page ?? false })
}

/** Decides whether a profile can be deleted. */
export const decideDeletion = (current: TillProfile, used: boolean): Result.Result<TillProfile, InvalidArgument> =>
  used ? refuse(catalogueRules.profile_used, { profile: current.name }) : Result.succeed(current)
