import { ButtonPictures } from "@wristbank/core/event/ButtonPictures"
import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { answerStored } from "../answers/StoredFileAnswer.ts"
import { groupHandlers } from "../edge/RequestServices.ts"

export const MediaHandlers = groupHandlers(
  AdministrationApi,
  "media",
  Effect.fnUntraced(function*(handlers) {
    const designs = yield* EventDesigns
    const pictures = yield* ButtonPictures
    return handlers.handleAll({
      blob: ({ params }) => answerStored(designs.blob(params.blob_id)),
      buttonPicture: ({ params }) => answerStored(pictures.picture(params.hash))
    })
  })
)
