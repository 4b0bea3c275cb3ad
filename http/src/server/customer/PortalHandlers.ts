import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Receipts } from "@wristbank/core/fiscal/Receipts"
import { languageOf } from "@wristbank/core/fiscal/ReceiptWords"
import { PortalConfigs } from "@wristbank/core/guest/PortalConfigs"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { printHeaders } from "../../api/customer/PrintedReceipt.ts"
import { answerStored } from "../answers/StoredFileAnswer.ts"
import { readableEverywhere } from "../edge/CrossOrigin.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { senderAddress } from "../edge/SenderAddress.ts"

const acceptedLanguage = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => request.headers["accept-language"]
)

export const PortalHandlers = groupHandlers(
  CustomerApi,
  "portal",
  Effect.fnUntraced(function*(handlers) {
    const configs = yield* PortalConfigs
    const designs = yield* EventDesigns
    const receipts = yield* Receipts
    return handlers.handleAll({
      config: ({ query }) => Effect.andThen(readableEverywhere, configs.at(query.base_url)),
      bon: ({ params }) => Effect.map(receipts.byUuid(params.order_uuid), ({ bon }) => bon),
      bonPage: Effect.fnUntraced(function*({ params, query }) {
        const language = languageOf(query.lang, yield* acceptedLanguage)
        const body = yield* receipts.page(params.order_uuid, language)
        return HttpApiSchema.withHeaders({ body, headers: printHeaders(language) })
      }),
      bonPdf: Effect.fnUntraced(function*({ params, query }) {
        const language = languageOf(query.lang, yield* acceptedLanguage)
        const body = yield* receipts.pdf(params.order_uuid, language, yield* senderAddress)
        const headers = { ...printHeaders(language), "content-disposition": "inline; filename=\"receipt.pdf\"" }
        return HttpApiSchema.withHeaders({ body, headers })
      }),
      blob: ({ params }) => answerStored(designs.blob(params.blob_id))
    })
  })
)
