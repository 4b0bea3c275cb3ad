import type { StoredBlob } from "@wristbank/core/event/EventDesign"
import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { fileHeaders } from "../api/StoredFile.ts"

/** Answers with a stored file, which anybody may ask for: that counts by its size among anonymous calls. */
export const storedFiles = Effect.map(
  AnonymousCalls,
  ({ countAnswer }) => <E, R>(file: Effect.Effect<Pick<StoredBlob, "data">, E, R>) =>
    file.pipe(
      // As its statement would fail, if that were refused.
      Effect.tap(({ data }) => Effect.catchTag(countAnswer(data.length), "ServiceUnavailable", Effect.die)),
      Effect.map(({ data }) => HttpApiSchema.withHeaders({ body: data, headers: fileHeaders }))
    )
)
