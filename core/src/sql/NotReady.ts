import { Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { byRule, messageByRule, ruleFields } from "../base/Rule.ts"

/** The process runs, but calls would fail: its database does not answer, or lacks the schema of this version. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", ruleFields, { httpApiStatus: 503 }) {
  static readonly of = byRule(NotReady)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}
