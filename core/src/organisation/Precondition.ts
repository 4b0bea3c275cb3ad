import { Context, Effect, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import type { AccessDenied, NotFound } from "../base/Refusal.ts"
import { text } from "../base/Sentence.ts"

const stale = text({
  en: "Someone else has changed this meanwhile",
  de: "Das hat inzwischen jemand anderes geändert"
})

/** The call would replace a state of an object that its sender has not seen. */
export class StaleVersion extends Schema.TaggedError<StaleVersion>()("StaleVersion", {
  /** The object as it is now, in the form in which the API shows it. */
  current: Schema.Unknown
}, { httpApiStatus: 412 }) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return stale[language]
  }
}

/** Succeeds if the object that a change replaces is still the one that the caller has seen. */
export type Precondition = Effect.Effect<void, AccessDenied | NotFound | StaleVersion>

/** The condition of the change that is under way; null for an unconditional one. `Changes` checks it once it has its locks. */
export const Precondition = Context.Reference<Precondition | null>("core/reference/Precondition", {
  defaultValue: () => null
})
