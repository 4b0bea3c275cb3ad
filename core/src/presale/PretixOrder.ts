import { DateTime, Result, Schema, SchemaIssue } from "effect"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type Problem, problem } from "../base/Rule.ts"
import { type DescribedProduct, type DescribedProducts, productKey } from "./EntranceNote.ts"
import { presaleRules } from "./PresaleRules.ts"
import type { PretixItem } from "./PretixShop.ts"
import type { ShopOrder, ShopPosition } from "./ShopOrder.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(nullOr(schema))

const ShopId = Schema.Int.check(Schema.isGreaterThan(0))
const Amount = Money.Cents
const Code = Schema.String.check(Schema.isPattern(/^[^\u0000-\u001f\u007f]{1,255}$/, { expected: "text in one line" }))

/** The fields of a position that are read, as pretix documents them. */
const Position = Schema.Struct({
  id: ShopId,
  item: ShopId,
  variation: optional(ShopId),
  subevent: optional(ShopId),
  price: Amount,
  secret: Code,
  attendee_name: optional(Schema.String),
  attendee_email: optional(Schema.String),
  addon_to: optional(ShopId),
  canceled: optional(Schema.Boolean),
  valid_from: optional(Moment),
  valid_until: optional(Moment),
  /** Reasons why the ticket must not be used; null for none. */
  blocked: Schema.optionalKey(Schema.Unknown),
  checkins: optional(Schema.Array(Schema.Struct({ datetime: Moment, type: optional(Schema.String) })))
})

const Transfer = Schema.Struct({ state: Schema.String, amount: Amount })

/** The fields of an order that are read. */
const Order = Schema.toCodecJson(Schema.Struct({
  code: Code,
  status: Schema.Literals(["n", "p", "e", "c"]),
  testmode: optional(Schema.Boolean),
  email: optional(Schema.String),
  datetime: Moment,
  last_modified: Moment,
  valid_if_pending: optional(Schema.Boolean),
  invoice_address: optional(Schema.Struct({ name: optional(Schema.String), company: optional(Schema.String) })),
  checkin_attention: optional(Schema.Boolean),
  checkin_text: optional(Schema.String),
  total: Amount,
  positions: Schema.Array(Position),
  payments: optional(Schema.Array(Transfer)),
  refunds: optional(Schema.Array(Transfer))
}))

const decode = Schema.decodeUnknownResult(Order)

const Coded = Schema.Struct({ code: Code })
const decodeCode = Schema.decodeUnknownResult(Coded)

const states = { n: "pending", p: "paid", e: "expired", c: "cancelled" } as const

/** States of payments and refunds in which money has moved. */
const received = ["confirmed", "refunded"]
const returned = ["done", "transit", "created"]

/** An order that can't be read; without a code if not even that can be. */
export interface UnreadableOrder {
  readonly code: string | null
  readonly problem: Problem
}

/** The event of a shop: its name, and the page that shows an order to staff. */
export interface OrderPlace {
  readonly shop: string
  readonly linkOf: (code: string) => string
}

/** Reads an order as pretix sends it. */
export const readOrder = (
  sent: unknown,
  { linkOf, shop }: OrderPlace
): Result.Result<ShopOrder, UnreadableOrder> => {
  const decoded = decode(sent)
  if (Result.isFailure(decoded)) {
    const code = Result.map(decodeCode(sent), (found) => found.code)
    return Result.fail({
      code: Result.isSuccess(code) ? code.success : null,
      problem: problem(presaleRules.order_unreadable, [], { place: placeOf(decoded.failure) })
    })
  }
  const order = decoded.success
  return Result.succeed({
    shop,
    code: order.code,
    link: linkOf(order.code),
    status: states[order.status],
    isValidUnpaid: order.valid_if_pending === true,
    isTest: order.testmode === true,
    placedAt: order.datetime,
    modifiedAt: DateTime.toUtc(order.last_modified),
    name: line(order.invoice_address?.name) ?? line(order.invoice_address?.company),
    email: line(order.email),
    outstanding: outstandingOf(order),
    needsAttention: order.checkin_attention === true,
    note: words(order.checkin_text),
    positions: order.positions.map(positionOf)
  })
}

const positionOf = (position: typeof Position.Type): ShopPosition => ({
  id: String(position.id),
  product: BigInt(position.item),
  variation: position.variation === undefined || position.variation === null ? null : BigInt(position.variation),
  subevent: position.subevent === undefined || position.subevent === null ? null : BigInt(position.subevent),
  secret: position.secret,
  price: position.price,
  addonTo: position.addon_to === undefined || position.addon_to === null ? null : String(position.addon_to),
  isCancelled: position.canceled === true,
  isBlocked: position.blocked !== undefined && position.blocked !== null,
  checkedInAt: firstEntryOf(position),
  validFrom: position.valid_from ?? null,
  validUntil: position.valid_until ?? null,
  name: line(position.attendee_name),
  email: line(position.attendee_email)
})

const firstEntryOf = ({ checkins }: typeof Position.Type): DateTime.Utc | null => {
  const entries = (checkins ?? []).filter(({ type }) => type !== "exit").map(({ datetime }) => datetime)
  const [first, ...others] = entries
  return first === undefined ? null : others.reduce(DateTime.min, first)
}

/**
 * Part of the total that the shop does not have. Without a list of payments, for which the key may lack the right, a paid order
 * counts as paid in full.
 */
const outstandingOf = ({ payments, refunds, total }: typeof Order.Type): Money.Cents => {
  if (payments === undefined || payments === null) return Money.zero
  const held = Money.subtract(sumOf(payments, received), sumOf(refunds ?? [], returned))
  return total > held ? Money.subtract(total, held) : Money.zero
}

const sumOf = (transfers: ReadonlyArray<typeof Transfer.Type>, counted: ReadonlyArray<string>) =>
  Money.sum(transfers.filter(({ state }) => counted.includes(state)).map(({ amount }) => amount))

/** What staff of the shop wrote, in one line of at most 500 characters; null for nothing. */
const words = (text: string | null | undefined): string | null => {
  const written = (text ?? "").replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ").trim().slice(0, 500)
  return written === "" ? null : written
}

/** A name or an address in one line of at most 255 characters; null for anything else. */
export const line = (text: string | null | undefined): string | null => {
  const trimmed = (text ?? "").trim()
  return trimmed === "" || trimmed.length > 255 || /[\u0000-\u001f\u007f]/.test(trimmed) ? null : trimmed
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first field that does not fit, such as `positions.0.price`; without its value, which a guest may have entered. */
const placeOf = ({ issue }: Schema.SchemaError): string => {
  const path = issuesOf(issue).issues[0]?.path ?? []
  return path.length === 0
    ? "the order"
    : path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")
}

/** The products of a shop and their variations, with what to check for each. */
export const describedIn = (items: ReadonlyArray<PretixItem>): DescribedProducts =>
  new Map(
    items.flatMap(({ id, variations, ...item }) => [
      [productKey(id), describedAs(item.name, item)] as const,
      ...(variations ?? []).map((variation) =>
        [productKey(id, variation.id), describedAs(variation.value, variation)] as const
      )
    ])
  )

const describedAs = (
  name: PretixItem["name"],
  { checkin_attention, checkin_text }: Pick<PretixItem, "checkin_attention" | "checkin_text">
): DescribedProduct => ({
  name: line(nameOf(name)),
  needsAttention: checkin_attention === true,
  note: words(checkin_text)
})

/** One name for all who read it: the German one, else the English one, else the first that there is. */
const nameOf = (names: PretixItem["name"]): string | undefined =>
  names["de"] ?? names["de-informal"] ?? names["en"] ?? Object.values(names)[0]
