import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { groupHandlers } from "../RequestServices.ts"
import { answerStored } from "../StoredFileAnswer.ts"

export const MediaHandlers = groupHandlers(
  AdministrationApi,
  "media",
  Effect.fnUntraced(function*(handlers) {
    const designs = yield* EventDesigns
    return handlers.handleAll({ blob: ({ params }) => answerStored(designs.blob(params.blob_id)) })
  })
)
