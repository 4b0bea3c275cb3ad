import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { Name } from "../primitives/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { ordered, Price, ProductRestriction, variantIds } from "./Product.ts"
import { Rate } from "./TaxRate.ts"

/** A product of type ticket: at a fixed price, not payable with vouchers, not returnable. */
export class NewTicket extends Schema.Class<NewTicket>("NewTicket")({
  name: Name,
  /** Gross price of the admission only, in cents. */
  price: Price,
  tax_rate_id: Id,
  /** Age limits of the tags that get this ticket; each at most once, in the order of `ProductRestriction`. */
  restrictions: Schema.Array(ProductRestriction),
  is_locked: Schema.Boolean,
  /** Balance on the tag that is included in the ticket, in cents. */
  initial_top_up_amount: Price
}) {}

export class Ticket extends Schema.Class<Ticket>("Ticket")({
  ...NewTicket.fields,
  node_id: Id,
  id: Id,
  tax_name: Schema.String,
  tax_rate: Rate,
  /** Price plus initial top-up, in cents. */
  total_price: Money.Cents,
  /** The same as `restrictions`, by id. */
  user_tag_variant_ids: Schema.Array(Id)
}) {}

export const computedFields = ["total_price", "user_tag_variant_ids"] as const

/** The fields of a ticket that can't be computed from others. */
export type TicketFacts = Omit<Ticket, (typeof computedFields)[number]>

/** Adds the computed fields. */
export const complete = (facts: TicketFacts): Ticket =>
  new Ticket({
    ...facts,
    total_price: Money.add(facts.price, facts.initial_top_up_amount),
    user_tag_variant_ids: variantIds(facts.restrictions)
  })

/** Decides in which form a ticket is stored. */
export const decide = (
  input: NewTicket,
  known: { readonly nameTaken: boolean; readonly taxRateVisible: boolean }
): Result.Result<NewTicket, InvalidArgument> => {
  if (known.nameTaken) return refuse(catalogueRules.product_name_taken, { name: input.name })
  if (!known.taxRateVisible) return refuse(catalogueRules.tax_rate_unknown, { id: input.tax_rate_id })
  return Result.succeed(new NewTicket({ ...input, restrictions: ordered(input.restrictions) }))
}
