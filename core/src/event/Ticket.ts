import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { Price } from "./Product.ts"
import { Rate } from "./TaxRate.ts"
import {
  chosenVariants,
  type KnownVariant,
  ProductRestriction,
  type WantedVariants,
  wantedVariants
} from "./UserTagVariant.ts"

const ticket = {
  /**
   * The name, as receipts show it: 1 to 255 characters. Unique among products and tickets at the node, above it and below it.
   */
  name: Name,
  /** Gross price of the admission alone, from 0 to 10,000,000.00. */
  price: Price,
  /** The tax rate of the admission. */
  tax_rate_id: Id,
  /** Whether it is locked. Only locked tickets can be sold. */
  is_locked: Schema.Boolean,
  /** Money on the wristband that is included in the ticket, from 0 to 10,000,000.00. */
  initial_top_up_amount: Price
}

/** A product of type ticket: at a fixed price, not payable with vouchers, not returnable. */
export class NewTicket extends Schema.Class<NewTicket>("NewTicket")(
  Schema.Struct({ ...ticket, ...wantedVariants }).check(
    Schema.makeFilter(
      ({ restrictions, user_tag_variant_ids }) => restrictions != null || user_tag_variant_ids != null,
      { expected: "restrictions or user_tag_variant_ids" }
    )
  )
) {}

/** A ticket that tills sell: its price, and the money that it puts onto the wristband. */
export class Ticket extends Schema.Class<Ticket>("Ticket")({
  ...ticket,
  node_id: Id,
  id: Id,
  /** The name of the tax rate. */
  tax_name: Schema.String,
  /** The tax rate as a fraction: 0.19 is 19 %. */
  tax_rate: Rate,
  /** What the guest pays: price and included money together. */
  total_price: Money.Cents,
  /** The kinds of wristbands that get it, ascending; without any it is for wristbands without a kind. */
  user_tag_variant_ids: Schema.Array(Id),
  /** The age limits among them. */
  restrictions: Schema.Array(ProductRestriction)
}) {}

export const computedFields = ["total_price"] as const

/** The fields of a ticket that can't be computed from others. */
export type TicketFacts = Omit<Ticket, (typeof computedFields)[number]>

/** Adds the computed fields. */
export const complete = (facts: TicketFacts): Ticket =>
  new Ticket({
    ...facts,
    total_price: Money.add(facts.price, facts.initial_top_up_amount)
  })

/** A ticket in the form in which it is stored. */
export interface TicketDraft extends Omit<NewTicket, keyof WantedVariants> {
  /** Each once, ascending. */
  readonly variantIds: ReadonlyArray<bigint>
}

/** The stored facts that decide whether a ticket is valid. */
export interface TicketReferences {
  readonly nameTaken: boolean
  readonly taxRateVisible: boolean
  /** The kinds of wristbands of the event. */
  readonly variants: ReadonlyArray<KnownVariant>
}

/** Decides in which form a ticket is stored. */
export const decide = (
  input: NewTicket,
  known: TicketReferences,
  current?: Ticket
): Result.Result<TicketDraft, InvalidArgument> => {
  if (known.nameTaken) return refuse(catalogueRules.product_name_taken, { name: input.name })
  if (!known.taxRateVisible) return refuse(catalogueRules.tax_rate_unknown, { id: input.tax_rate_id })
  const { restrictions: _, user_tag_variant_ids: __, ...rest } = input
  return Result.map(
    chosenVariants(input, current?.user_tag_variant_ids ?? [], known.variants),
    (variantIds) => ({ ...rest, variantIds })
  )
}
