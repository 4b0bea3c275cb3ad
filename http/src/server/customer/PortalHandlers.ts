import { EventDesigns } from "@wristbank/core/organisation/EventDesigns"
import { NotFound } from "@wristbank/core/organisation/Refusal"
import { PortalConfigs } from "@wristbank/core/portal/PortalConfigs"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { fileHeaders } from "../../api/StoredFile.ts"

export const PortalHandlers = HttpApiBuilder.group(
  CustomerApi,
  "portal",
  Effect.fnUntraced(function*(handlers) {
    const configs = yield* PortalConfigs
    const designs = yield* EventDesigns
    return handlers.handleAll({
      config: ({ query }) => configs.at(query.base_url),
      // Nothing signs orders yet, so no receipt is ready.
      bon: () => new NotFound({ element_type: "bon", element_id: null }),
      blob: ({ params }) =>
        Effect.map(
          designs.blob(params.blob_id),
          ({ data }) => HttpApiSchema.withHeaders({ body: data, headers: fileHeaders })
        )
    })
  })
)
