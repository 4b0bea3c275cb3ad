import { ButtonPictures } from "@wristbank/core/event/ButtonPictures"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { answerStored } from "../answers/StoredFileAnswer.ts"
import { groupHandlers } from "../edge/RequestServices.ts"

export const MediaHandlers = groupHandlers(
  TerminalApi,
  "media",
  Effect.fnUntraced(function*(handlers) {
    const pictures = yield* ButtonPictures
    return handlers.handleAll({ buttonPicture: ({ params }) => answerStored(pictures.picture(params.hash)) })
  })
)
