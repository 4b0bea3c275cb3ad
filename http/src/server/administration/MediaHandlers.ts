import { EventDesigns } from "@wristbank/core/event/EventDesigns"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { fileHeaders } from "../../api/StoredFile.ts"

export const MediaHandlers = HttpApiBuilder.group(
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
