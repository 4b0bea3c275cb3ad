import { assert } from "@effect/vitest"
import type { ApiExamples, CallExample } from "@wristbank/http/server/documents/ApiExamples"
import { readFileSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { declared } from "../matrix/Operation.ts"
import type { Api } from "./InProcess.ts"

/** The examples of each API. */
export type Examples = Record<Api, Record<string, CallExample>>

const fileOf = (api: Api) => new URL(`../../../http/src/api/examples/${api}.json`, import.meta.url)

/** `WRITE_EXAMPLES=1` stores the examples instead of comparing them. */
const writes = process.env["WRITE_EXAMPLES"] === "1"

const storedOf = (api: Api): ApiExamples => JSON.parse(readFileSync(fileOf(api), "utf8"))

/** Asserts that these examples of an API are the stored ones. */
export const comparedExamples = (api: Api, found: ApiExamples) => {
  const stored = storedOf(api)
  if (writes) {
    const all: ApiExamples = { ...stored, ...found }
    const calls = declared.filter((one) => one.api === api).flatMap(({ rows }) => rows.map(({ call }) => call))
    const ordered = Object.fromEntries(calls.filter((call) => all[call] !== undefined).map((call) => [call, all[call]]))
    return writeFileSync(fileOf(api), `${JSON.stringify(ordered, null, 2)}\n`)
  }
  const names = Object.keys(found).filter((name) => !isDeepStrictEqual(found[name], stored[name]))
  const [now, before] = [found, stored].map((of) => Object.fromEntries(names.map((name) => [name, of[name]])))
  assert.deepStrictEqual(
    now,
    before,
    "WRITE_EXAMPLES=1 npx vitest run test/http/calls --no-file-parallelism stores them"
  )
}

/** Asserts that there is an example of each call, and of nothing else. */
export const everyExampleIsThere = () => {
  for (const { api, rows } of declared) {
    assert.sameMembers(Object.keys(storedOf(api)), rows.map(({ call }) => call), `the examples of ${api}`)
  }
}
