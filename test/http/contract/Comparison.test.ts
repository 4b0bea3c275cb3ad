import { assert, it } from "@effect/vitest"
import { compare } from "./Comparison.ts"

const answer = (properties: object, required: ReadonlyArray<string>) => ({
  responses: { 200: { content: { "application/json": { schema: { type: "object", properties, required } } } } }
})
const call = (operation: object) => ({ paths: { "/a": { post: operation } } })
const body = (properties: object, required: ReadonlyArray<string>) => ({
  requestBody: { content: { "application/json": { schema: { type: "object", properties, required } } } },
  responses: {}
})
const text = { type: "string" }

it.each([
  ["a missing field", answer({ a: text }, ["a"]), answer({}, []), "answer.a", "never given here"],
  ["a field that may be absent", answer({ a: text }, ["a"]), answer({ a: text }, []), "answer.a", "may be absent here"],
  [
    "another type",
    answer({ a: { type: "integer" } }, []),
    answer({ a: { type: "number" } }, []),
    "answer.a",
    "number given here, published nowhere"
  ],
  [
    "a null nobody expects",
    answer({ a: text }, []),
    answer({ a: { anyOf: [text, { type: "null" }] } }, []),
    "answer.a",
    "null given here, published nowhere"
  ],
  ["a value of any kind", answer({ a: text }, []), answer({ a: {} }, []), "answer.a", "of any kind here"],
  [
    "an unknown constant",
    answer({ a: { ...text, enum: ["x"] } }, []),
    answer({ a: { ...text, enum: ["x", "y"] } }, []),
    "answer.a",
    "y given here, published nowhere"
  ],
  [
    "a further required field",
    body({ a: text }, []),
    body({ a: text, b: text }, ["b"]),
    "body.b",
    "required here only"
  ],
  ["an optional field made required", body({ a: text }, []), body({ a: text }, ["a"]), "body.a", "required here only"],
  ["a field that is ignored", body({ a: text }, []), body({}, []), "body.a", "not read here"],
  [
    "a null no longer taken",
    body({ a: { anyOf: [text, { type: "null" }] } }, []),
    body({ a: text }, []),
    "body.a",
    "null not taken here"
  ],
  [
    "a field inside a list",
    answer({ a: { type: "array", items: { type: "object", properties: { b: text } } } }, []),
    answer({ a: { type: "array", items: { type: "object", properties: {} } } }, []),
    "answer.a[].b",
    "never given here"
  ],
  [
    "a further required parameter",
    { parameters: [] },
    { parameters: [{ name: "q", in: "query", required: true, schema: text }] },
    "query q",
    "required here, published nowhere"
  ],
  ["a missing parameter", { parameters: [{ name: "q", in: "query", schema: text }] }, {}, "query q", "missing"],
  ["another status", { responses: { 201: {} } }, { responses: { 200: {} } }, "answer 201", "never given"]
])("the comparison sees %s", (_, theirs, ours, at, what) => {
  assert.deepStrictEqual(compare(call(theirs), call(ours)), [{ call: "POST /a", at, what }])
  assert.deepStrictEqual(compare(call(theirs), call(theirs)), [])
})

it("the comparison knows that a URL carries no null", () => {
  const asked = (schema: object) => call({ parameters: [{ name: "q", in: "query", schema }] })
  const orNull = { anyOf: [text, { type: "null" }] }
  assert.deepStrictEqual(compare(asked(orNull), asked(text)), [])
  assert.deepStrictEqual(compare(asked(orNull), asked({ type: "integer" })), [
    { call: "POST /a", at: "query q", what: "string not taken here" }
  ])
})
