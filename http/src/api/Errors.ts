import type { Language } from "@wristbank/core/base/Language"
import * as Refusal from "@wristbank/core/base/Refusal"
import { ProblemAnswer } from "@wristbank/core/base/Rule"
import { CardProviderError } from "@wristbank/core/card/CardProvider"
import { InvalidCloseOut } from "@wristbank/core/cash/CloseOut"
import { ProductNotEditable } from "@wristbank/core/event/Product"
import { EventFileInvalid } from "@wristbank/core/eventfile/EventFileInvalid"
import { EventFileRefused } from "@wristbank/core/eventfile/PlanReport"
import { ExportRefused, InconsistentRecord } from "@wristbank/core/fiscal/ExportProblem"
import * as OrderRefusal from "@wristbank/core/journal/Refusal"
import * as Node from "@wristbank/core/organisation/Node"
import { StaleVersion } from "@wristbank/core/organisation/Precondition"
import { TooManyAttempts } from "@wristbank/core/organisation/SignInLimit"
import { PayoutRunExported } from "@wristbank/core/payout/PayoutRun"
import { NotReady } from "@wristbank/core/sql/NotReady"
import { NodeInUse } from "@wristbank/core/till/NodeArchive"
import { RestrictionChange } from "@wristbank/core/till/TagSwitch"
import { TillRequired } from "@wristbank/core/till/TerminalState"
import { Effect, Schema, SchemaAST, SchemaIssue, SchemaTransformation } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

/** Raised when a call that needs a token comes without a bearer header; answered as `{detail}` alone. */
export class NotAuthenticated
  extends Schema.TaggedError<NotAuthenticated>()("NotAuthenticated", {}, { httpApiStatus: 401 })
{
  override readonly message = this.messageIn()

  /** Clients compare the text, so it is the same in every language. */
  messageIn(): string {
    return "Not authenticated"
  }
}

/** An error with a message in every language. */
interface Translated {
  readonly messageIn: (language: Language) => string
}

/** Every error that a call may fail with, one a line. `docs/reference/errors.md` explains them by id. */
export const domainErrors = [
  CardProviderError,
  EventFileInvalid,
  EventFileRefused,
  ExportRefused,
  InconsistentRecord,
  NotAuthenticated,
  Node.EventRequired,
  Node.NodeIsReadOnly,
  Node.ResourceNotAllowed,
  NodeInUse,
  NotReady,
  OrderRefusal.AgeRestriction,
  OrderRefusal.AlreadyProcessed,
  OrderRefusal.CardPaymentFailed,
  OrderRefusal.CardPaymentMismatch,
  OrderRefusal.CardPaymentSuccessful,
  OrderRefusal.CustomerNotFound,
  OrderRefusal.InsufficientCash,
  OrderRefusal.InvalidSale,
  OrderRefusal.NotEnoughFunds,
  OrderRefusal.NotEnoughVouchers,
  OrderRefusal.TillPermission,
  PayoutRunExported,
  ProductNotEditable,
  Refusal.AccessDenied,
  Refusal.InvalidArgument,
  Refusal.NotFound,
  Refusal.ServiceUnavailable,
  Refusal.Unauthorized,
  RestrictionChange,
  StaleVersion,
  TillRequired,
  InvalidCloseOut,
  TooManyAttempts
] as const satisfies ReadonlyArray<{ readonly Type: Translated }>
export type DomainError = typeof domainErrors[number]["Type"]

/** The body of an error answer: type, id, the message for the person at the till, and the fields of the error. */
export const ErrorBody = Schema.StructWithRest(
  Schema.Struct({
    /** The kind of refusal, which follows from the status. */
    type: Schema.Literals(["service", "unauthorized", "access", "notfound", "internal"]),
    /** The name of the refusal; it never changes. */
    id: Schema.String,
    /** The rule that was broken, for ids that cover several rules: `docs/reference/errors.md` lists them. */
    rule: Schema.optionalKey(Schema.String),
    /** The refusal as a sentence for the person in front of it, in the language of the caller (`Accept-Language`). */
    message: Schema.String,
    /** All that is wrong, for rules that cover several problems; each with its rule and the fields of the request that it is about. */
    problems: Schema.optionalKey(Schema.Array(ProblemAnswer))
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
).annotate({ identifier: "ErrorBody" })
export type ErrorBody = typeof ErrorBody.Type

export const isDomainError = (u: unknown): u is DomainError => domainErrors.some((error) => u instanceof error)

/** The HTTP status of an error, or of the error with an id. */
export const statusOf = (error: DomainError | string): number =>
  formOf(typeof error === "string" ? error : error._tag).status

/**
 * The body of an error: `type` by status, the class name as `id`, its fields in their JSON form, its message in the
 * caller's language. A 404 has `detail` as well, because published terminals read only that.
 */
export const toErrorBody = (error: DomainError, language: Language): ErrorBody => {
  const { encode, status } = formOf(error._tag)
  const { _tag, message: _, ...fields } = encode(error)
  const message = error.messageIn(language)
  const problems = error._tag === "InvalidArgument" ? error.problemsIn(language) : undefined
  const body = {
    type: typeOf(status),
    id: error._tag,
    message,
    ...fields,
    ...(problems === undefined ? {} : { problems })
  }
  return status === 404 ? { ...body, detail: message } : body
}

/** The `type` of an error answer with this status. */
export const typeOf = (status: number): ErrorBody["type"] => {
  switch (status) {
    case 401:
      return "unauthorized"
    case 403:
      return "access"
    case 404:
      return "notfound"
    case 500:
      return "internal"
    default:
      return "service"
  }
}

interface Form {
  readonly status: number
  readonly encode: (error: unknown) => { readonly [field: string]: unknown }
  readonly decode: (fields: unknown) => Effect.Effect<DomainError, Schema.SchemaError>
}

const formByTag: ReadonlyMap<string, Form> = new Map(
  domainErrors.map((error: Schema.Codec<DomainError, object> & { readonly identifier: string }): [string, Form] => {
    const codec = Schema.toCodecJson(error)
    const encode = Schema.encodeUnknownSync(codec)
    return [error.identifier, {
      status: SchemaAST.resolveAt<number>("httpApiStatus")(error.ast) ?? 500,
      encode: (u) => ({ ...encode(u) as object }),
      decode: Schema.decodeUnknownEffect(codec)
    }]
  })
)

const formOf = (tag: string): Form => {
  const form = formByTag.get(tag)
  if (form === undefined) throw new Error(`${tag} is not a domain error`)
  return form
}

const fromErrorBody = ({ id, ...fields }: ErrorBody): Effect.Effect<DomainError, SchemaIssue.Issue> => {
  const form = formByTag.get(id)
  return form === undefined
    ? Effect.fail(new SchemaIssue.InvalidValue({ message: `Unknown error ${id}` }))
    : Effect.mapError(form.decode({ ...fields, _tag: id }), (error) => error.issue)
}

/**
 * Published terminals take a booking with one of these statuses as undelivered: they keep it and refuse to start another.
 */
const undelivered: ReadonlySet<number> = new Set([409, 412, 413, 422, 429])

/**
 * The status that a registered terminal gets in place of the given one. Terminals repeat a call only after statuses such as
 * 503, which may succeed later.
 */
export const asTerminalsTake = (status: number): number => undelivered.has(status) ? 400 : status

/** One schema for the errors of a status. It gives clients the error classes back and keeps documents short. */
const wireError = (status: number, sentAs: (error: DomainError) => number) =>
  Schema.declare<DomainError>((u): u is DomainError => isDomainError(u) && sentAs(u) === status, {
    httpApiStatus: status,
    toCodecJson: () =>
      Schema.link<DomainError>()(
        ErrorBody,
        SchemaTransformation.transformEffect({
          decode: fromErrorBody,
          encode: (error) => Effect.succeed(toErrorBody(error, "en"))
        })
      )
  })

const byStatus = (seen: (status: number) => number) =>
  Array.from(new Set(Array.from(formByTag.values(), ({ status }) => seen(status))))
    .toSorted((a, b) => a - b)
    .map((status) => wireError(status, (error) => seen(statusOf(error))))

/** The `error` of a middleware that may refuse a call, such as a check of tokens. */
export const wireErrors = byStatus((status) => status)

/** As `wireErrors`, for calls of registered terminals. */
export const terminalErrors = byStatus(asTerminalsTake)

/**
 * Lets handlers and the middleware inside it fail with any domain error; its layer (`ErrorResponse`) answers these errors.
 * Added to an API after its groups, so that it surrounds all of them.
 */
export class DomainErrors
  extends HttpApiMiddleware.Service<DomainErrors>()("http/DomainErrors", { error: wireErrors })
{}
