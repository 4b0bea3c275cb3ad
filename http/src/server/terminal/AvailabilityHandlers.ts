import { Availabilities } from "@wristbank/core/till/Availabilities"
import { Availability } from "@wristbank/core/till/Availability"
import { Effect, Schema } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { tagContent } from "../answers/EntityTag.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(Availability)))

export const AvailabilityHandlers = groupHandlers(
  TerminalApi,
  "availability",
  Effect.fnUntraced(function*(handlers) {
    const availabilities = yield* Availabilities
    return handlers.handleAll({
      get: () => Effect.tap(atTerminal(availabilities.get), (availability) => tagContent(encode(availability))),
      set: ({ payload }) => atTerminal(availabilities.set, payload)
    })
  })
)
