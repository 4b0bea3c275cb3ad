import { Schema } from "effect"
import type { Language } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { byRule, madeByRule, messageByRule, ruleFields } from "../base/Rule.ts"
import { say, text } from "../base/Sentence.ts"
import { isRestriction } from "../event/UserTagVariant.ts"

const texts = {
  funds: text({
    en: "Not enough funds: {needed:amount} needed, {available:amount} available",
    de: "Nicht genug Guthaben: {needed:amount} nötig, {available:amount} vorhanden"
  }),
  vouchers: text({
    en: "Not enough vouchers: {needed} needed, {available} available",
    de: "Nicht genug Gutscheine: {needed} nötig, {available} vorhanden"
  }),
  age: text({ en: "The customer is too young for: {products:list}", de: "Der Gast ist zu jung für: {products:list}" }),
  kind: text({
    en: "Not for wristbands of the kind {variants:list}: {products:list}",
    de: "Nicht für Armbänder der Art {variants:list}: {products:list}"
  }),
  nobody: text({
    en: "No customer has the tag {user_tag_uid_hex}",
    de: "Kein Gast hat das Armband {user_tag_uid_hex}"
  }),
  booked: text({ en: "This order has been booked already", de: "Diese Bestellung ist schon gebucht" }),
  cash: text({
    en: "Not enough cash in the register: {needed:amount} needed, {available:amount} available",
    de: "Nicht genug Bargeld in der Kassenlade: {needed:amount} nötig, {available:amount} vorhanden"
  }),
  cardFailed: text({
    en: "The card payment failed, nothing was booked",
    de: "Die Kartenzahlung ist fehlgeschlagen, nichts wurde gebucht"
  }),
  cardSuccessful: text({
    en: "The card payment went through, so the order was booked",
    de: "Die Kartenzahlung war erfolgreich, die Bestellung ist gebucht"
  })
}

/** A sale, a pay-out or a reversal would take more from a customer's account than it holds. */
export class NotEnoughFunds extends Schema.TaggedError<NotEnoughFunds>()(
  "NotEnoughFunds",
  {
    /** The amount that would be taken, in cents. */
    needed: Money.Cents,
    /** The balance of the account, in cents. */
    available: Money.Cents
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(texts.funds, this)(language)
  }
}

/** The sale would use more vouchers than the customer has. */
export class NotEnoughVouchers extends Schema.TaggedError<NotEnoughVouchers>()(
  "NotEnoughVouchers",
  { needed: Schema.Int, available: Schema.Int },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(texts.vouchers, this)(language)
  }
}

/** Some of the products are not sold to wearers of a tag of this kind, as for guests who are too young. */
export class AgeRestriction extends Schema.TaggedError<AgeRestriction>()(
  "AgeRestriction",
  {
    /** Names of the products, in the order of the request. */
    products: Schema.Array(Schema.String),
    /** Names of the kinds of wristbands that they are not sold to and that the tag is of. */
    variants: Schema.Array(Schema.String)
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(this.variants.every(isRestriction) ? texts.age : texts.kind, this)(language)
  }
}

/**
 * The presses are no valid sale: a product that can't be returned is returned, nothing is left, or the amount is out of
 * range.
 */
export class InvalidSale extends Schema.TaggedError<InvalidSale>()("InvalidSale", ruleFields, { httpApiStatus: 400 }) {
  static readonly of = byRule(InvalidSale)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** No customer has the tag. */
export class CustomerNotFound extends Schema.TaggedError<CustomerNotFound>()(
  "CustomerNotFound",
  {
    /** The chip's number as it is printed. */
    user_tag_uid_hex: Schema.String
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(texts.nobody, this)(language)
  }
}

/** An order with this uuid was booked with other content. */
export class AlreadyProcessed
  extends Schema.TaggedError<AlreadyProcessed>()("AlreadyProcessed", { uuid: Schema.String }, { httpApiStatus: 400 })
{
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return texts.booked[language]
  }
}

const permissions = {
  allow_top_up: text({ en: "This till does not top up", de: "Diese Kasse lädt nicht auf" }),
  allow_cash_out: text({ en: "This till does not pay out", de: "Diese Kasse zahlt nicht aus" }),
  allow_ticket_sale: text({ en: "This till does not sell tickets", de: "Diese Kasse verkauft keine Eintrittskarten" }),
  allow_ticket_vouchers: text({
    en: "This till does not redeem pre-sale vouchers",
    de: "Diese Kasse löst keine Vorverkaufsgutscheine ein"
  }),
  enable_ssp_payment: text({
    en: "This till takes no payments by tag",
    de: "Diese Kasse nimmt keine Zahlung per Armband"
  }),
  enable_cash_payment: text({ en: "This till takes no cash", de: "Diese Kasse nimmt kein Bargeld" }),
  enable_card_payment: text({ en: "This till takes no cards", de: "Diese Kasse nimmt keine Karten" }),
  allow_sold_out: text({
    en: "This till does not say what is sold out",
    de: "Diese Kasse legt nicht fest, was ausverkauft ist"
  })
}
export type Permission = keyof typeof permissions

/** The profile of the till does not permit the request. */
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
      "enable_card_payment",
      "allow_sold_out"
    ])
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return permissions[this.permission][language]
  }
}

/** More cash would leave the register than it holds. */
export class InsufficientCash extends Schema.TaggedError<InsufficientCash>()(
  "InsufficientCash",
  {
    /** The cash that would leave the register, in cents. */
    needed: Money.Cents,
    /** The cash in the register, in cents. */
    available: Money.Cents
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(texts.cash, this)(language)
  }
}

/** The card provider reports that the card payment failed, was cancelled or was given back; the order is not booked. */
export class CardPaymentFailed
  extends Schema.TaggedError<CardPaymentFailed>()("CardPaymentFailed", { uuid: Schema.String }, { httpApiStatus: 400 })
{
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return texts.cardFailed[language]
  }
}

/** The card was charged another amount than the order's, or another merchant has the money; an operator must decide. */
export class CardPaymentMismatch extends Schema.TaggedError<CardPaymentMismatch>()(
  "CardPaymentMismatch",
  {
    uuid: Schema.String,
    /** The total of the order, in cents. */
    needed: Money.Cents,
    /** The charged amount, in cents. */
    paid: Money.Cents,
    /** The charged currency. */
    currency: Schema.String,
    ...ruleFields
  },
  { httpApiStatus: 400 }
) {
  static readonly of = (fields: Pick<CardPaymentMismatch, "currency" | "needed" | "paid" | "uuid">) =>
    madeByRule((named) => new CardPaymentMismatch({ ...fields, ...named }))

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** The order can't be cancelled because its card payment succeeded; it was booked. */
export class CardPaymentSuccessful extends Schema.TaggedError<CardPaymentSuccessful>()(
  "CardPaymentSuccessful",
  { uuid: Schema.String },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return texts.cardSuccessful[language]
  }
}
