import { Result, Schema } from "effect"
import { ElementType, elementTypes } from "./ElementType.ts"
import { Id } from "./Id.ts"
import type { Language } from "./Language.ts"
import { nullOr } from "./OptionalField.ts"
import {
  byRule,
  madeByRule,
  messageByRule,
  type Problem,
  ProblemAnswer,
  problemsIn,
  type Rule,
  ruleFields
} from "./Rule.ts"
import { say, text, type ValuesArgument } from "./Sentence.ts"

const signInAgain = text({ en: "Please sign in again", de: "Bitte neu anmelden" })

/** The token is empty, unknown, expired or revoked. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}, { httpApiStatus: 401 }) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return signInAgain[language]
  }
}

/** The caller is signed in but has none of the privileges that allow the call. */
export class AccessDenied
  extends Schema.TaggedError<AccessDenied>()("AccessDenied", ruleFields, { httpApiStatus: 403 })
{
  static readonly of = byRule(AccessDenied)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

const notHere = text({ en: "There is no {element:sentence} here", de: "Hier nicht gefunden: {element:sentence}" })
const notThere = text({
  en: "There is no {element:sentence} {id}",
  de: "Nicht gefunden: {element:sentence} {id}"
})

/** The object that the call names does not exist at the caller's node. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  {
    /** The kind of object, for example `till` or `user_tag`. */
    element_type: ElementType,
    element_id: nullOr(Schema.Union([Id, Schema.String]))
  },
  { httpApiStatus: 404 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    const element = say(elementTypes[this.element_type])
    return this.element_id === null
      ? say(notHere, { element })(language)
      : say(notThere, { element, id: this.element_id })(language)
  }
}

/** A rule whose message joins the sentences of several problems. */
type ProblemsRule = Rule<string, "InvalidArgument", "{problems:sentences}">

/** The problems of errors that this process raised. An error that was decoded from an answer has them in English alone. */
const problemsByError = new WeakMap<InvalidArgument, ReadonlyArray<Problem>>()

/** The request violates a rule that has no error of its own; `rule` names the rule. */
export class InvalidArgument extends Schema.TaggedError<InvalidArgument>()(
  "InvalidArgument",
  {
    ...ruleFields,
    /** All that is wrong, for rules that cover several problems; the message joins their sentences. */
    problems: Schema.optionalKey(Schema.Array(ProblemAnswer))
  },
  { httpApiStatus: 400 }
) {
  static readonly of = byRule(InvalidArgument)

  /** Builds the refusal of a request that has several problems at once. */
  static together(rule: ProblemsRule, problems: ReadonlyArray<Problem>): InvalidArgument {
    const sentences = problems.map(({ sentence }) => sentence)
    const error = madeByRule((fields) => new InvalidArgument({ ...fields, problems: problemsIn(problems, "en") }))(
      rule,
      { problems: sentences }
    )
    problemsByError.set(error, problems)
    return error
  }

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }

  /** The problems with their messages in a language; undefined for a rule that refuses for one reason. */
  problemsIn(language: Language): InvalidArgument["problems"] {
    const problems = problemsByError.get(this)
    return problems === undefined ? this.problems : problemsIn(problems, language)
  }
}

/** A failed result: `InvalidArgument` by a rule. */
export const refuse = <Name extends string, En extends string>(
  rule: Rule<Name, "InvalidArgument", En>,
  ...values: ValuesArgument<En>
): Result.Result<never, InvalidArgument> => Result.fail(InvalidArgument.of(rule, ...values))

/** A failed result: the refusal of a request that has several problems at once. */
export const refuseTogether = (
  rule: ProblemsRule,
  problems: ReadonlyArray<Problem>
): Result.Result<never, InvalidArgument> => Result.fail(InvalidArgument.together(rule, problems))

const busy = text({
  en: "The service is busy, please try again in a moment",
  de: "Das System ist gerade überlastet, bitte gleich noch einmal versuchen"
})

const tooSlow = text({
  en: "This took too long and was given up; if it was to change something, check whether it did before you try again",
  de:
    "Das hat zu lange gedauert und wurde abgebrochen; falls etwas geändert werden sollte, bitte erst nachsehen, ob es geändert ist"
})

/**
 * The database does not answer or is too slow; only a repeated call with the same uuid shows whether anything was booked.
 */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()(
  "ServiceUnavailable",
  {
    /** The call itself took too long, while the database answered others. */
    took_too_long: Schema.optionalKey(Schema.Literal(true))
  },
  { httpApiStatus: 503 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return (this.took_too_long === true ? tooSlow : busy)[language]
  }
}
