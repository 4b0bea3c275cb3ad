import { assert, describe, it } from "@effect/vitest"
import { decode, encode } from "@wristbank/core/tse/TseFrame"
import { Result, Schema } from "effect"
import fc from "fast-check"

const reasonOf = (message: string) =>
  Result.match(decode(message), { onFailure: ({ reason }) => reason, onSuccess: () => "fine" })

/** Any code unit, halves of a pair among them. */
const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code))

const jsonOf = Schema.encodeUnknownSync(Schema.fromJsonString(Schema.JsonObject))

describe("a frame", () => {
  it("gives back any object, in ASCII without line ends", () => {
    const objects = fc.dictionary(fc.string({ unit }), fc.jsonValue({ maxDepth: 1, stringUnit: unit }), {
      maxKeys: 3,
      noNullPrototype: true
    })
    fc.assert(fc.property(objects, (drawn) => {
      const object = Schema.decodeUnknownSync(Schema.JsonObject)(drawn)
      const message = encode(object)
      assert.match(message, /^\u0002[\u0020-\u007e]*\u0003\n$/)
      // As text, for JSON has one zero alone.
      assert.strictEqual(jsonOf(Result.getOrThrow(decode(message))), jsonOf(object))
    }))
  })

  it("is read however its JSON is written", () => {
    const frames = ["\u0002{\"a\":1}\u0003\n", "\u0002 { \"a\" : 1 } \u0003\n", "\u0002\n{\"\\u0061\":1.0}\u0003\n"]
    for (const frame of frames) assert.deepStrictEqual(Result.getOrThrow(decode(frame)), { a: 1 })
    assert.deepStrictEqual(Result.getOrThrow(decode("\u0002{\"ü\":\"🧀\"}\u0003\n")), { ü: "🧀" })
  })

  it("begins with STX and ends with ETX and LF", () => {
    for (
      const message of [
        "",
        "\u0002",
        "\u0003\n",
        "\u0002\u0003",
        "{}",
        "{}\u0003\n",
        "\u0002{}",
        "\u0002{}\u0003",
        "\u0002{}\u0003\r\n",
        " \u0002{}\u0003\n"
      ]
    ) assert.strictEqual(reasonOf(message), "framing")
  })

  it("holds one object", () => {
    for (const text of ["", "{", "{} {}", "nonsense", "{'a':1}"]) {
      assert.strictEqual(reasonOf(`\u0002${text}\u0003\n`), "json")
    }
    for (const text of ["null", "1", "\"text\"", "[]", "[{}]", "true"]) {
      assert.strictEqual(reasonOf(`\u0002${text}\u0003\n`), "object")
    }
  })

  it("that is junk is refused, never thrown at", () =>
    fc.assert(fc.property(fc.string({ unit }), fc.boolean(), (junk, framed) => {
      const read = decode(framed ? `\u0002${junk}\u0003\n` : junk)
      if (Result.isSuccess(read)) assert.isObject(read.success)
    })))
})
