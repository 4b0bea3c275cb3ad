/** Every refusal that an API of this process answers, for tests and for programs that embed a server. */
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { channel } from "node:diagnostics_channel"

/** A call that was refused. */
export interface RefusedAnswer {
  readonly api: string
  /** The id of the operation, as `orders.bookSale`. */
  readonly call: string
  readonly status: number
  /** The body as it is sent: JSON. */
  readonly body: string
}

/** The channel of `node:diagnostics_channel` with each `RefusedAnswer`. */
const refusedAnswers = channel("wristbank:refused-answer")

/** Tells the watcher of the channel when the answer is a refusal; without them the answer stays as it is. */
export const tellingRefusals = <E, R>(
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  named: Pick<RefusedAnswer, "api" | "call">
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
  if (!refusedAnswers.hasSubscribers) return answer
  return Effect.map(answer, (response) => {
    const { body, status } = response
    if (status >= 400 && body._tag === "Uint8Array") {
      refusedAnswers.publish({ ...named, status, body: new TextDecoder().decode(body.body) } satisfies RefusedAnswer)
    }
    return response
  })
}
