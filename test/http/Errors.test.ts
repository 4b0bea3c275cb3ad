import { assert, it } from "@effect/vitest"
import { NotFound } from "@wristbank/core/base/Refusal"
import { domainErrors, statusOf, toErrorBody, wireErrors } from "@wristbank/http/api/Errors"
import { Effect, Schema } from "effect"

it("every error has an id of its own and its status", () => {
  const ids = domainErrors.map((error) => error.identifier)
  assert.strictEqual(new Set(ids).size, ids.length)
})

it.effect("a client gets the error back that the server sent", () =>
  Effect.gen(function*() {
    const error = new NotFound({ element_type: "till", element_id: 2n ** 53n })
    const wire = wireErrors.find((schema) => schema.ast.annotations?.httpApiStatus === statusOf(error))
    assert.isDefined(wire)
    const body = toErrorBody(error, "en")
    assert.deepInclude(body, { type: "notfound", id: "NotFound", element_type: "till" })
    const sent = JSON.stringify({ ...body, element_id: "\u00009007199254740992" })
    const received = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(wire))(JSON.parse(sent))
    assert.instanceOf(received, NotFound)
    assert.deepStrictEqual(received, error)
  }))

it.effect("an unknown id is no error of ours", () =>
  Effect.gen(function*() {
    const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(wireErrors[0]!))
    const exit = yield* Effect.exit(decode({ type: "service", id: "Nonsense", message: "" }))
    assert.strictEqual(exit._tag, "Failure")
  }))
