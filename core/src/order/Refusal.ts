import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"

/** A sale, a pay-out or a reversal would take more from a customer's account than it holds. */
export class NotEnoughFunds extends Schema.TaggedError<NotEnoughFunds>()(
  "NotEnoughFunds",
  {
    /** What would be taken, in cents. */
    needed: Money.Cents,
    /** What the account holds, in cents. */
    available: Money.Cents
  },
  { httpApiStatus: 400 }
) {
  override readonly message = `Not enough money: ${Money.format(this.needed)} needed, ${
    Money.format(this.available)
  } available`
}

/** More vouchers are to be used than the customer has. */
export class NotEnoughVouchers extends Schema.TaggedError<NotEnoughVouchers>()(
  "NotEnoughVouchers",
  { needed: Schema.Int, available: Schema.Int },
  { httpApiStatus: 400 }
) {
  override readonly message = `Not enough vouchers: ${this.needed} needed, ${this.available} available`
}

/** The wearer of the tag is too young for some of the products. */
export class AgeRestriction extends Schema.TaggedError<AgeRestriction>()(
  "AgeRestriction",
  {
    /** Names of the products, in the order they were asked for. */
    products: Schema.Array(Schema.String)
  },
  { httpApiStatus: 400 }
) {
  override readonly message = `The customer is too young for: ${this.products.join(", ")}`
}

/** What was pressed makes no sale: something is returned that can't be, nothing is left, or the amount is out of range. */
export class InvalidSale
  extends Schema.TaggedError<InvalidSale>()("InvalidSale", { message: Schema.String }, { httpApiStatus: 400 })
{}

/** No customer has the tag. */
export class CustomerNotFound extends Schema.TaggedError<CustomerNotFound>()(
  "CustomerNotFound",
  {
    /** The chip's number as it is printed. */
    user_tag_uid_hex: Schema.String
  },
  { httpApiStatus: 400 }
) {
  override readonly message = `No customer has the tag ${this.user_tag_uid_hex}`
}

/** An order with this uuid has been booked, with other content. */
export class AlreadyProcessed
  extends Schema.TaggedError<AlreadyProcessed>()("AlreadyProcessed", { uuid: Schema.String }, { httpApiStatus: 400 })
{
  override readonly message = "This order has been booked already"
}

const permissions = {
  allow_top_up: "This till does not top up",
  allow_cash_out: "This till does not pay out",
  allow_ticket_sale: "This till does not sell tickets",
  allow_ticket_vouchers: "This till does not redeem pre-sale vouchers",
  enable_ssp_payment: "This till takes no payments by tag",
  enable_cash_payment: "This till takes no cash",
  enable_card_payment: "This till takes no cards"
}
export type Permission = keyof typeof permissions

/** The profile of the till forbids what is asked of it. */
export class TillPermission extends Schema.TaggedError<TillPermission>()(
  "TillPermission",
  {
    /** The field of the profile that is off. */
    permission: Schema.Literals([
      "allow_top_up",
      "allow_cash_out",
      "allow_ticket_sale",
      "allow_ticket_vouchers",
      "enable_ssp_payment",
      "enable_cash_payment",
      "enable_card_payment"
    ])
  },
  { httpApiStatus: 400 }
) {
  override readonly message = permissions[this.permission]
}

/** More cash is to leave the register than it holds. */
export class InsufficientCash extends Schema.TaggedError<InsufficientCash>()(
  "InsufficientCash",
  {
    /** What is to leave the register, in cents. */
    needed: Money.Cents,
    /** What the register holds, in cents. */
    available: Money.Cents
  },
  { httpApiStatus: 400 }
) {
  override readonly message = `Not enough cash in the register: ${Money.format(this.needed)} needed, ${
    Money.format(this.available)
  } available`
}

/** The card provider says that the card payment failed, was cancelled or was given back; the order is not booked. */
export class CardPaymentFailed
  extends Schema.TaggedError<CardPaymentFailed>()("CardPaymentFailed", { uuid: Schema.String }, { httpApiStatus: 400 })
{
  override readonly message = "The card payment failed, nothing was booked"
}

/** The card provider took other money than the order comes to, or another merchant has it; an operator has to look into it. */
export class CardPaymentMismatch extends Schema.TaggedError<CardPaymentMismatch>()(
  "CardPaymentMismatch",
  {
    uuid: Schema.String,
    /** What the order comes to, in cents. */
    needed: Money.Cents,
    /** What the provider took, in cents. */
    paid: Money.Cents,
    /** In which currency it took it. */
    currency: Schema.String,
    /** What is wrong: the money, or who has it. */
    message: Schema.String
  },
  { httpApiStatus: 400 }
) {}

/** An order can't be cancelled because its card payment went through; it was booked. */
export class CardPaymentSuccessful extends Schema.TaggedError<CardPaymentSuccessful>()(
  "CardPaymentSuccessful",
  { uuid: Schema.String },
  { httpApiStatus: 400 }
) {
  override readonly message = "The card payment went through, so the order was booked"
}
