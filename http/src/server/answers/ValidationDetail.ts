import { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"

/** One complaint of a 422 answer. The value itself is never repeated: it may be a password, a PIN or a key. */
export interface ValidationError {
  readonly type: "missing" | "type_error" | "value_error" | "extra_forbidden" | "json_invalid"
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
}

/** The most complaints in an answer, even to a hostile body. */
const maxErrors = 100

const invalidJson = "Expected a valid JSON body"

/** The mistakes of a request, as the `detail` of a 422 answer. */
export const validationDetail = (error: HttpApiError.HttpApiSchemaError, method: string): Array<ValidationError> => {
  const errors: Array<ValidationError> = []
  collect(error.cause.issue, [placeOf(error.kind, method)], undefined, errors)
  return errors
}

const placeOf = (kind: HttpApiError.HttpApiSchemaError["kind"], method: string): string => {
  switch (kind) {
    case "Params":
      return "path"
    case "Query":
      return "query"
    case "Headers":
      return "header"
    default:
      return method === "GET" ? "query" : "body"
  }
}

const collect = (
  issue: SchemaIssue.Issue,
  loc: ValidationError["loc"],
  expected: string | undefined,
  errors: Array<ValidationError>
): void => {
  if (errors.length >= maxErrors) return
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...loc, ...issue.path.map(segment)], expected, errors)
    case "Encoding":
      return collect(issue.issue, loc, expected, errors)
    case "Filter":
      return collect(issue.issue, loc, expected ?? filterMessage(issue), errors)
    case "Composite":
      return issue.issues.forEach((inner) => collect(inner, loc, expected, errors))
    case "AnyOf":
      if (issue.issues.length > 0) return issue.issues.forEach((inner) => collect(inner, loc, expected, errors))
      return void errors.push({ type: "type_error", loc, msg: expected ?? messageOf(issue) })
    default: {
      const msg = expected ?? SchemaIssue.defaultLeafHook(issue)
      errors.push({ type: msg === invalidJson ? "json_invalid" : typeOf(issue), loc, msg })
    }
  }
}

const segment = (key: PropertyKey): string | number => typeof key === "number" ? key : String(key)

const typeOf = (issue: SchemaIssue.Leaf): ValidationError["type"] => {
  switch (issue._tag) {
    case "MissingKey":
      return "missing"
    case "UnexpectedKey":
      return "extra_forbidden"
    case "InvalidType":
      return "type_error"
    default:
      return "value_error"
  }
}

const messageOf = (issue: SchemaIssue.Issue): string =>
  SchemaIssue.makeFormatterStandardSchemaV1()(issue).issues[0]?.message ?? "Expected a valid value"

const filterMessage = (issue: SchemaIssue.Filter): string => messageOf(issue)
