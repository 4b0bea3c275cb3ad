import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { groupHandlers } from "../RequestServices.ts"
import { storedFiles } from "../StoredFileAnswer.ts"

export const MediaHandlers = groupHandlers(
  AdministrationApi,
  "media",
  Effect.fnUntraced(function*(handlers) {
    const designs = yield* EventDesigns
    const stored = yield* storedFiles
    return handlers.handleAll({ blob: ({ params }) => stored(designs.blob(params.blob_id)) })
  })
)
