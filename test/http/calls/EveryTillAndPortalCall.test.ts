import { layer } from "@effect/vitest"
import { everyCall, quietFestival } from "./EveryCall.ts"

layer(quietFestival, { excludeTestServices: true })("every call of tills and the portal", (it) => {
  it.effect("lets in whom it should, is in the audit log once, and is as its example", () =>
    everyCall(["customer", "terminal"], 10_000))
})
