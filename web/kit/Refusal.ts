/** Why a call was not carried out. */
export interface Refusal {
  /** The HTTP status; 0 if no answer arrived, so that no one knows whether the call was carried out. */
  readonly status: number
  /** The name of the refusal, such as `NotEnoughFunds`; empty if the server gave none. */
  readonly id: string
  /** The rule behind it, such as `order.button_unknown`; empty if the server gave none. */
  readonly rule: string
  /** A sentence for the person, in the language of the call; empty if the server gave none. */
  readonly message: string
  /** Mistakes by the field of the body they are in; for a nested field, the names joined by points. */
  readonly fields: Readonly<Record<string, string>>
  /** When to try again, in seconds; `undefined` if the server didn't say. */
  readonly retryAfterSeconds: number | undefined
  /** All of the answer, for the numbers in it. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The refusal of a call without an answer: the server may or may not have carried it out. */
export const unreachable: Refusal = {
  status: 0,
  id: "Unreachable",
  rule: "",
  message: "",
  fields: {},
  retryAfterSeconds: undefined,
  body: {}
}

/** Reads the body of an answer with an error status, from our server or from a proxy before it. */
export const refusalOf = (status: number, body: unknown, retryAfter: string | null): Refusal => {
  const fields = isRecord(body) ? body : {}
  return {
    status,
    id: textOf(fields["id"]),
    rule: textOf(fields["rule"]),
    message: textOf(fields["message"]) || textOf(fields["detail"]),
    fields: { ...invalidFields(fields["detail"]), ...problemFields(fields["problems"]) },
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined,
    body: fields
  }
}

/** Whether nothing is wrong with the call, and the same call may succeed later. */
export const isTemporary = ({ status }: Refusal): boolean => status === 0 || status === 429 || status >= 500

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

const textOf = (value: unknown): string => typeof value === "string" ? value : ""

/** The places and sentences of a 422. */
const invalidFields = (detail: unknown): Record<string, string> =>
  Array.isArray(detail)
    ? Object.fromEntries(detail.filter(isRecord).map(({ loc, msg }) => [placeOf(loc), textOf(msg)]))
    : {}

const placeOf = (loc: unknown): string => Array.isArray(loc) ? loc.slice(1).map(String).join(".") : ""

/** The problems of a refusal that names several, such as those of bank data. One problem can concern several fields. */
const problemFields = (problems: unknown): Record<string, string> =>
  Array.isArray(problems)
    ? Object.fromEntries(
      problems.filter(isRecord).flatMap(({ fields, message }) =>
        Array.isArray(fields) ? fields.map((field) => [String(field), textOf(message)]) : []
      )
    )
    : {}
