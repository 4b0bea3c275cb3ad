import { layer } from "@effect/vitest"
import { everyCall, quietFestival } from "./EveryCall.ts"

layer(quietFestival, { excludeTestServices: true })("every call of the office about an event that runs", (it) => {
  it.effect("lets in whom it should, is in the audit log once, and is as its example", () =>
    everyCall(["running"], 60_000))
})
