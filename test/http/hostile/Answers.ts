import { assert } from "@effect/vitest"
import { domainErrors } from "@wristbank/http/api/Errors"
import { administrator } from "../../support/administration.ts"
import { secretKey } from "../../support/secrets.ts"

/** The answer. */
export interface Answered {
  readonly status: number
  readonly text: string
  readonly contentType: string
}

/** Texts that reveal the database, the code or secrets. */
const leaks = [
  /\b(?:select\b.+\bfrom|insert into|update\b.+\bset|delete from)\b/i,
  /violates|duplicate key|relation "|column "|constraint|SQLSTATE|PgConnection|SqlError|postgres/i,
  /node_modules|\.[jt]s:\d+|\n\s+at .+:\d+:\d+|FiberFailure|SchemaError|TypeError|RangeError|undefined is not/,
  new RegExp(RegExp.escape(administrator.password)),
  new RegExp(RegExp.escape(secretKey))
]

const ids: ReadonlySet<string> = new Set([
  "BodyTooLarge",
  "InvalidRequest",
  ...domainErrors.map((error) => error.identifier)
])

const typeByStatus: Readonly<Record<number, string>> = { 401: "unauthorized", 403: "access", 404: "notfound" }

/** Asserts that an answer is no server error, has the documented form and reveals no secret. */
export const checkAnswer = ({ contentType, status, text }: Answered, secrets: ReadonlyArray<string>) => {
  // A sender of many unknown tokens gets 503.
  if (status !== 503) assert.isBelow(status, 500)
  if (status < 400) return
  for (const leak of leaks) assert.notMatch(text, leak)
  for (const secret of secrets) assert.notInclude(text, secret)
  assert.match(contentType, /^application\/json/)
  const body = JSON.parse(text) as Record<string, unknown>
  if (!("id" in body)) return checkDetail(status, body.detail)
  assert.strictEqual(body.type, typeByStatus[status] ?? "service")
  if (Array.isArray(body.detail)) checkComplaints(body.detail)
  assert.isTrue(ids.has(String(body.id)), `${String(body.id)} is documented`)
  assert.isString(body.message)
  assert.isNotEmpty(body.message)
}

const checkDetail = (status: number, detail: unknown) => {
  assert.include([401, 404, 405], status)
  assert.isString(detail)
}

const checkComplaints = (complaints: ReadonlyArray<Record<string, unknown>>) => {
  assert.isNotEmpty(complaints)
  for (const { loc, msg, type } of complaints) {
    assert.isArray(loc)
    assert.isTrue((loc as ReadonlyArray<unknown>).every((step) => typeof step === "string" || typeof step === "number"))
    assert.include(["path", "query", "header", "body"], (loc as ReadonlyArray<unknown>)[0])
    assert.isString(msg)
    assert.isNotEmpty(msg)
    assert.isString(type)
  }
}
