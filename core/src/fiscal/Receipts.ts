import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { recentFiles } from "../base/RecentFiles.ts"
import { NotFound } from "../base/Refusal.ts"
import { networkOf } from "../base/SenderNetwork.ts"
import { EventDesigns } from "../event/EventDesigns.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { hasReceipt, OrderUuid } from "../journal/Order.ts"
import { receiptsAsPdf, receiptsByNumber } from "../organisation/SignInLimit.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { OrderRepository, toOrder } from "../sale/OrderRepository.ts"
import { BonConfig, type BonJson, receipt, withoutSignIn } from "./Receipt.ts"
import { awaitedPage, receiptPage } from "./ReceiptPage.ts"
import type { PrintedReceipt } from "./ReceiptPdf.ts"
import { ReceiptPrinter } from "./ReceiptPrinter.ts"
import { type IssuingRow, ReceiptRepository } from "./ReceiptRepository.ts"
import { sheetOf } from "./ReceiptSheet.ts"
import { type ReceiptLanguage, words } from "./ReceiptWords.ts"
import { testReceipt } from "./TestReceipt.ts"

/** A receipt, its event and the time zone of that event. */
export interface IssuedReceipt {
  readonly bon: BonJson
  readonly eventId: bigint
  /** IANA name. */
  readonly timeZone: string
}

/** The most bytes of recently drawn receipts that are kept in memory: some hundreds of receipts. */
const mostKept = 8 * 1024 * 1024

const uuidOf = Schema.decodeUnknownOption(OrderUuid)

/**
 * Receipts. They are not stored: each is made from rows that never change, and so always the same. A receipt exists as soon as its
 * order was signed, could not be signed, or needs no signature.
 */
export class Receipts extends Context.Service<Receipts>()("core/Receipts", {
  make: Effect.gen(function*() {
    const designs = yield* EventDesigns
    const events = yield* EventRepository
    const limiter = yield* SignInLimits
    const orders = yield* OrderRepository
    const printer = yield* ReceiptPrinter
    const rows = yield* ReceiptRepository
    const drawn = recentFiles<Uint8Array<ArrayBuffer>>(mostKept, ({ length }) => length)

    const signingOf = Effect.fnUntraced(function*(
      place: { readonly event_id: bigint; readonly id: bigint },
      { message, status }: IssuingRow
    ) {
      if (status === "failure") return { status, message }
      if (status === "done") return { status, signature: yield* rows.signature(place) }
      return { status }
    })

    const at = Effect.fnUntraced(
      function*(place: { readonly event_id: bigint; readonly id: bigint }) {
        const [order, issuing] = yield* Effect.all([orders.find(place.event_id, place.id), rows.facts(place)])
        if (order === undefined || issuing === undefined) return null
        const bon = receipt({
          order: toOrder(order),
          nodeId: order.till_node_id ?? place.event_id,
          signing: yield* signingOf(place, issuing),
          config: issuing.config,
          currency: issuing.currency,
          taxTypes: yield* rows.taxTypes(place.event_id, order.lines.map((line) => line.tax_rate_id))
        })
        return bon === null ? null : { bon, eventId: place.event_id, timeZone: issuing.timeZone }
      },
      Effect.orDie
    )

    const placeOf = Effect.fnUntraced(function*(text: string) {
      const uuid = uuidOf(text)
      const [place] = Option.isNone(uuid) ? [] : yield* Effect.orDie(rows.placeOf({ uuid: uuid.value }))
      return place
    })

    /** The receipt of the order with this uuid, which can't be guessed; not found if the text is not a uuid. */
    const byUuid = Effect.fn("Receipts.byUuid")(function*(text: string) {
      const place = yield* placeOf(text)
      return yield* found(place === undefined ? null : yield* at(place), null)
    })

    /** Whether an order with this uuid is booked and its receipt waits for the signature. */
    const isAwaited = Effect.fnUntraced(function*(text: string) {
      const place = yield* placeOf(text)
      const order = place && (yield* orders.find(place.event_id, place.id))
      return order !== undefined && hasReceipt(order.lines.length)
    })

    /** The event of the order with this number. */
    const eventOf = Effect.fn("Receipts.eventOf")(function*(id: bigint) {
      const [place] = yield* Effect.orDie(rows.placeAt({ id }))
      return place?.event_id
    })

    /** The receipt of an order by its number, for administrators of its event. */
    const ofEvent = Effect.fn("Receipts.ofEvent")(function*(eventId: bigint, id: bigint) {
      return yield* found(yield* at({ event_id: eventId, id }), id)
    })

    /**
     * The receipt of the order with this number, for anyone if the event allows that. Numbers can be counted up, so requests are
     * limited per address, and the receipt has neither the cashier nor the uuid, which would open more.
     */
    const byNumber = Effect.fn("Receipts.byNumber")(function*(id: bigint, address: string) {
      yield* limiter.consume(receiptsByNumber(networkOf(address)))
      const eventId = yield* eventOf(id)
      const allowed = eventId !== undefined && (yield* events.settings(eventId)).receipts_by_number
      const { bon, ...issued } = yield* found(allowed ? yield* at({ event_id: eventId, id }) : null, id)
      return { ...issued, bon: withoutSignIn(bon) }
    })

    /** The receipt with this uuid as a page. Until it is signed the page says so, and loads itself again. */
    const page = Effect.fn("Receipts.page")((uuid: string, language: ReceiptLanguage) =>
      byUuid(uuid).pipe(
        Effect.flatMap(({ bon, eventId, timeZone }) =>
          Effect.map(designs.logo(eventId), (logo) => receiptPage(sheetOf(bon, timeZone, language), logo))
        ),
        Effect.catchTag("NotFound", (missing) =>
          Effect.flatMap(isAwaited(uuid), (awaited) =>
            awaited ? Effect.succeed(awaitedPage(language, words[language])) : Effect.fail(missing)))
      )
    )

    /**
     * The receipt with this uuid as a PDF. Drawing takes a tenth of a second, so it is limited per address; what was drawn lately
     * is answered again, and counts against no limit.
     */
    const pdf = Effect.fn("Receipts.pdf")(function*(uuid: string, language: ReceiptLanguage, address: string) {
      const { bon, eventId, timeZone } = yield* byUuid(uuid)
      const logo = yield* designs.logo(eventId)
      const printed = {
        sheet: sheetOf(bon, timeZone, language),
        bookedAt: DateTime.toDateUtc(bon.order.booked_at),
        logo
      }
      const key = keyOf(printed)
      const known = drawn.find(key)
      if (known !== undefined) return known
      yield* limiter.consume(receiptsAsPdf(networkOf(address)))
      const made = yield* printer.pdf(printed)
      drawn.keep(key, made)
      return made
    })

    /** A sample receipt with the event's current settings; nothing is booked. */
    const test = Effect.fn("Receipts.test")(
      function*(eventId: bigint) {
        const { bon_address, bon_issuer, bon_title, currency_identifier, ust_id } = yield* events.settings(eventId)
        return testReceipt({
          eventId,
          uuid: randomUUID(),
          bookedAt: yield* DateTime.now,
          config: new BonConfig({ title: bon_title, issuer: bon_issuer, address: bon_address, ust_id }),
          currency: currency_identifier
        })
      }
    )

    return { byNumber, byUuid, eventOf, ofEvent, page, pdf, test }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EventDesigns.layer, ReceiptPrinter.layer, SignInLimits.layer]),
    Layer.provide([EventRepository.layer, OrderRepository.layer, ReceiptRepository.layer])
  )
}

const found = (issued: IssuedReceipt | null, element_id: bigint | null) =>
  issued === null ? Effect.fail(new NotFound({ element_type: "bon", element_id })) : Effect.succeed(issued)

/** Tells apart receipts that show something else. */
const keyOf = ({ bookedAt, logo, sheet }: PrintedReceipt): string => {
  const hash = createHash("sha256").update(JSON.stringify([sheet, bookedAt]))
  return (logo === null ? hash : hash.update(logo)).digest("base64url")
}
