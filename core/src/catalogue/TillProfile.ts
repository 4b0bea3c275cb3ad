import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { orElse } from "../primitives/OptionalField.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { Name, Text } from "../primitives/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"

/** What a till may do. */
export const tillPermissions = {
  allow_top_up: Schema.Boolean,
  allow_cash_out: Schema.Boolean,
  allow_ticket_sale: Schema.Boolean,
  /** Whether vouchers of the pre-sale are redeemed. */
  allow_ticket_vouchers: Schema.Boolean,
  /** Payment by tag. */
  enable_ssp_payment: Schema.Boolean,
  enable_cash_payment: Schema.Boolean,
  enable_card_payment: Schema.Boolean
}

const profile = {
  name: Name,
  description: Schema.NullOr(Text),
  layout_id: Id,
  ...tillPermissions
}

export class NewTillProfile extends Schema.Class<NewTillProfile>("NewTillProfile")({
  ...profile,
  description: orElse(profile.description, null)
}) {}

/** What the tills that follow it show and may do. */
export class TillProfile extends Schema.Class<TillProfile>("TillProfile")({
  ...profile,
  node_id: Id,
  id: Id
}) {}

/** Decides what a profile is stored as. */
export const decide = (
  input: NewTillProfile,
  known: { readonly nameTaken: boolean; readonly layoutVisible: boolean }
): Result.Result<NewTillProfile, InvalidArgument> => {
  if (known.nameTaken) return refuse(catalogueRules.profile_name_taken, { name: input.name })
  if (!known.layoutVisible) return refuse(catalogueRules.layout_unknown, { id: input.layout_id })
  return Result.succeed(input)
}

/** Decides whether a profile can go. */
export const decideDeletion = (current: TillProfile, used: boolean): Result.Result<TillProfile, InvalidArgument> =>
  used ? refuse(catalogueRules.profile_used, { profile: current.name }) : Result.succeed(current)
