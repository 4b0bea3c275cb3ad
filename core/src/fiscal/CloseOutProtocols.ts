import { Context, DateTime, Effect, Layer } from "effect"
import { Cashiers } from "../cash/Cashiers.ts"
import { EventRepository } from "../event/EventRepository.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { closeOutSheet } from "./CloseOutSheet.ts"
import { ReceiptPrinter } from "./ReceiptPrinter.ts"
import type { ReceiptLanguage } from "./ReceiptWords.ts"

/** Prints the protocols of close-outs. They are not stored: each is made from rows that never change. */
export class CloseOutProtocols extends Context.Service<CloseOutProtocols>()("core/CloseOutProtocols", {
  make: Effect.gen(function*() {
    const cashiers = yield* Cashiers
    const events = yield* EventRepository
    const printer = yield* ReceiptPrinter

    /** The protocol of a close-out as PDF. */
    const pdf = Effect.fn("CloseOutProtocols.pdf")(
      function*(caller: AtEvent, cashierId: bigint, shiftId: bigint, language: ReceiptLanguage) {
        const protocol = yield* cashiers.protocol(caller, cashierId, shiftId)
        const { bon_issuer, bon_title, currency_identifier, time_zone } = yield* events.settings(caller.eventId)
        const event = { title: bon_title, issuer: bon_issuer, currency: currency_identifier, timeZone: time_zone }
        return yield* printer.pdf({
          closeOut: closeOutSheet(protocol, event, language),
          bookedAt: DateTime.toDateUtc(protocol.ended_at)
        })
      }
    )

    return { pdf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Cashiers.layer, EventRepository.layer, ReceiptPrinter.layer])
  )
}
