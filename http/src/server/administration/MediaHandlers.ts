import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { fileHeaders } from "../../api/StoredFile.ts"
import { groupHandlers } from "../RequestServices.ts"

export const MediaHandlers = groupHandlers(
  AdministrationApi,
  "media",
  Effect.fnUntraced(function*(handlers) {
    const designs = yield* EventDesigns
    return handlers.handleAll({
      blob: ({ params }) =>
        Effect.map(
          designs.blob(params.blob_id),
          ({ data }) => HttpApiSchema.withHeaders({ body: data, headers: fileHeaders })
        )
    })
  })
)
