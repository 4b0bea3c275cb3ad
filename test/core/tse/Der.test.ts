import { assert, describe, it } from "@effect/vitest"
import * as Der from "@wristbank/core/tse/Der"
import { Result } from "effect"
import * as Hex from "effect/encoding/Hex"
import fc from "fast-check"

const contentOf = (bytes: Uint8Array) => {
  const [element, ...more] = Result.getOrThrow(Der.read(bytes))
  assert.isEmpty(more)
  return element ?? assert.fail("there is no element")
}

describe("an integer", () => {
  it("is as short as its sign allows", () => {
    const written: ReadonlyArray<readonly [bigint, string]> = [
      [0n, "850100"],
      [1n, "850101"],
      [127n, "85017f"],
      [128n, "85020080"],
      [255n, "850200ff"],
      [256n, "85020100"],
      [32767n, "85027fff"],
      [32768n, "8503008000"],
      [160504n, "85030272f8"],
      [2147483648n, "85050080000000"],
      [-1n, "8501ff"],
      [-128n, "850180"],
      [-129n, "8502ff7f"]
    ]
    for (const [value, hex] of written) assert.strictEqual(Hex.encode(Der.integer(value, 0x85)), hex)
  })

  it("reads back, and no shorter content would mean the same", () =>
    fc.assert(fc.property(fc.bigInt({ min: -(2n ** 400n), max: 2n ** 400n }), (value) => {
      const { content, tag } = contentOf(Der.integer(value))
      assert.strictEqual(tag, 0x02)
      assert.strictEqual(Der.integerOf(content), value)
      if (content.length > 1) assert.notStrictEqual(Der.integerOf(content.subarray(1)), value)
    })))
})

describe("an element", () => {
  it("has a length in as few bytes as it needs", () => {
    const header = (length: number) => Hex.encode(Der.element(0x82, new Uint8Array(length)).subarray(0, 4))
    assert.strictEqual(Hex.encode(Der.element(0x82, new Uint8Array())), "8200")
    assert.strictEqual(header(127), "827f0000")
    assert.strictEqual(header(128), "82818000")
    assert.strictEqual(header(255), "8281ff00")
    assert.strictEqual(header(256), "82820100")
    assert.strictEqual(header(16_000), "82823e80")
    assert.strictEqual(Hex.encode(Der.element(0x82, new Uint8Array(65_536)).subarray(0, 5)), "8283010000")
  })

  it("reads back beside others", () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    fc.assert(fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), bytes)), (elements) => {
      const joined = Der.join(...elements.map(([tag, content]) => Der.element(tag, content)))
      const read = Result.getOrThrow(Der.read(joined))
      assert.deepStrictEqual(
        read.map(({ content, tag }) => [tag, Hex.encode(content)]),
        elements.map(([tag, content]) => [tag, Hex.encode(content)])
      )
    }))
  })

  it("that is cut off or junk is refused, never thrown at", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (junk) => {
      const read = Der.read(junk)
      if (Result.isSuccess(read)) {
        assert.isAtMost(read.success.reduce((sum, { content }) => sum + content.length, 0), junk.length)
      }
    }))
    for (const hex of ["30", "3005", "3080", "308500000000", "30820101", "0201"]) {
      assert.isTrue(Result.isFailure(Der.read(Result.getOrThrow(Hex.decode(hex)))), hex)
    }
  })
})

it("an object identifier is written with seven bits a byte", () => {
  assert.strictEqual(Hex.encode(Der.objectIdentifier("0.4.0.127.0.7.3.7.1.1")), "060904007f000703070101")
  assert.strictEqual(Hex.encode(Der.objectIdentifier("1.2.840.10045.2.1")), "06072a8648ce3d0201")
})
