import { assert, describe, it } from "@effect/vitest"
import { networkOf } from "@wristbank/core/base/SenderNetwork"
import fc from "fast-check"

const group = fc.integer({ min: 0, max: 0xffff })
const byte = fc.integer({ min: 0, max: 255 })
const half = fc.tuple(group, group, group, group)
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join("."))

const hex = (groups: ReadonlyArray<number>) => groups.map((value) => value.toString(16))
const long = (groups: ReadonlyArray<number>) => hex(groups).map((value) => value.padStart(4, "0")).join(":")

/** Not an IPv4 address in another form. */
const global = half.filter(([first, second]) => first >= 0x2000 && !(first === 0x64 && second === 0xff9b))

describe("the network calls are counted by", () => {
  it("is one for all addresses of a /64, however they are written", () =>
    fc.assert(fc.property(global, half, half, (network, one, other) => {
      const counted = networkOf([...hex(network), ...hex(one)].join(":"))
      assert.strictEqual(counted, `${hex(network).join(":")}::/64`)
      assert.strictEqual(networkOf(long([...network, ...other]).toUpperCase()), counted)
      assert.strictEqual(networkOf(`${hex(network).join(":")}::`), counted)
      assert.strictEqual(networkOf(`${hex(network).join(":")}::1%eth0`), counted)
    })))

  it("is another one for addresses of another /64", () =>
    fc.assert(fc.property(global, global, half, half, (network, another, one, other) => {
      fc.pre(long(network) !== long(another))
      assert.notStrictEqual(networkOf(long([...network, ...one])), networkOf(long([...another, ...other])))
    })))

  it("is the address itself for IPv4, also where it is written as IPv6", () =>
    fc.assert(fc.property(ipv4, (address) => {
      assert.strictEqual(networkOf(address), address)
      assert.strictEqual(networkOf(`::ffff:${address}`), address)
      assert.strictEqual(networkOf(`0:0:0:0:0:FFFF:${address}`), address)
      assert.strictEqual(networkOf(`64:ff9b::${address}`), address)
    })))

  it("never fails, whatever it is given, and leaves its own answers as they are", () =>
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => {
      const counted = networkOf(text)
      assert.strictEqual(networkOf(counted), counted)
    })))

  it("reads the shortest forms", () => {
    assert.strictEqual(networkOf("::1"), "0:0:0:0::/64")
    assert.strictEqual(networkOf("2001:db8::7"), "2001:db8:0:0::/64")
    assert.strictEqual(networkOf("unknown"), "unknown")
    assert.strictEqual(networkOf(" 192.0.2.1 %eth0"), "192.0.2.1")
    assert.strictEqual(networkOf("::1]/x["), "::1]/x[")
    assert.strictEqual(networkOf("1:2:3:4:5:6:7:8:9"), "1:2:3:4:5:6:7:8:9")
  })
})
