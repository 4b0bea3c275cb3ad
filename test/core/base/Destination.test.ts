import { assert, describe, it } from "@effect/vitest"
import { assess, type DestinationRule, isSame, mayName } from "@wristbank/core/base/Destination"
import { Result } from "effect"
import { IpNetwork } from "effect/net"
import fc from "fast-check"

const rule = (...networks: ReadonlyArray<string>): DestinationRule => ({
  networks: networks.map(IpNetwork.fromStringUnsafe),
  exceptions: [],
  setting: "WRISTBANK_SOME_NETWORKS"
})
const usual = rule()

const isAllowed = (host: string, allowed = usual, port = 80) => Result.isSuccess(assess({ host, port }, allowed))
const mayBeNamed = (host: string, allowed = usual) => Result.isSuccess(mayName({ host, port: 80 }, "host", allowed))

/** Start and prefix length of networks that users must not name, and an allowed address beside each. */
const refused = [
  [[127, 0, 0, 0], 8, "126.255.255.255"],
  [[0, 0, 0, 0], 8, "1.0.0.0"],
  [[169, 254, 0, 0], 16, "169.253.255.255"],
  [[100, 100, 100, 200], 32, "100.100.100.201"],
  [[224, 0, 0, 0], 4, "223.255.255.255"],
  [[240, 0, 0, 0], 4, "223.255.255.254"]
] as const

/** An address of one of these networks, as a number. */
const inside = fc.constantFrom(...refused).chain(([[a, b, c, d], bits]) =>
  fc.nat(2 ** (32 - bits) - 1).map((host) => ((a << 24 | b << 16 | c << 8 | d) >>> 0) + host)
)

/** An address in a private network or in a public one. */
const elsewhere = fc.constantFrom([10, 8], [172 * 256 + 16, 12], [192 * 256 + 168, 16], [203 * 256 + 7, 16]).chain((
  [first, bits]
) => fc.nat(2 ** (32 - bits!) - 1).map((host) => first! * (first! < 256 ? 2 ** 24 : 2 ** 16) + host))

const bytesOf = (address: number) => [24, 16, 8, 0].map((shift) => address >>> shift & 255)
const dotted = (address: number) => bytesOf(address).join(".")
const halves = (address: number) => [address >>> 16, address & 65535].map((half) => half.toString(16)).join(":")

/** IPv6 notations that lead to an IPv4 address. */
const carried: ReadonlyArray<(address: number) => string> = [
  (address) => `::ffff:${dotted(address)}`,
  (address) => `::FFFF:${halves(address)}`,
  (address) => `0:0:0:0:0:ffff:${halves(address)}`,
  (address) => `::ffff:0:${halves(address)}`,
  (address) => `64:ff9b::${dotted(address)}`,
  (address) => `2002:${halves(address)}::1`
]

/**
 * Other notations that systems accept for an IPv4 address: one number, fewer parts, octal and hexadecimal parts, wide
 * digits.
 */
const written: ReadonlyArray<(address: number) => string> = [
  dotted,
  String,
  (address) => `0x${address.toString(16)}`,
  (address) => `0${address.toString(8)}`,
  (address) => bytesOf(address).map((byte) => `0x${byte.toString(16)}`).join("."),
  (address) => bytesOf(address).map((byte) => `0${byte.toString(8)}`).join("."),
  (address) => `${address >>> 24}.${address & 0xffffff}`,
  (address) => `${address >>> 24}.${address >>> 16 & 255}.${address & 65535}`,
  (address) => `${dotted(address)}.`,
  (address) =>
    [...dotted(address)].map((digit) => digit === "." ? digit : String.fromCodePoint(0xff10 + Number(digit))).join("")
]

describe("an address that a name was resolved to", () => {
  it("is refused in networks that no one may name, also inside an IPv6 address", () => {
    fc.assert(fc.property(inside, fc.constantFrom(dotted, ...carried), (address, write) => {
      assert.isFalse(isAllowed(write(address)), write(address))
    }))
    for (const [, , beside] of refused) assert.isTrue(isAllowed(beside), beside)
  })

  it("is allowed in private and public networks, also inside an IPv6 address", () =>
    fc.assert(fc.property(elsewhere, fc.constantFrom(dotted, ...carried), (address, write) => {
      assert.isTrue(isAllowed(write(address)), write(address))
    })))

  it("is judged as IPv6 whatever its zone", () => {
    for (
      const address of ["::", "::1", "fe80::1", "febf::1", "ff02::1", "fd00:ec2::254", "64:ff9b:1::a00:1", "2001::1"]
    ) {
      for (const zone of ["", "%eth0", "%1", "%"]) assert.isFalse(isAllowed(`${address}${zone}`), address + zone)
    }
    for (const address of ["fd12::1", "fc00::1", "2001:db8::1", "2a00:1450::1"]) {
      assert.isTrue(isAllowed(address), address)
    }
  })

  it("is allowed where the setting names its network, and nowhere else", () => {
    fc.assert(fc.property(inside, fc.constantFrom(dotted, ...carried), (address, write) => {
      assert.isTrue(isAllowed(write(address), rule(`${dotted(address)}/32`)))
      assert.isFalse(isAllowed(write(address), rule(`${dotted(address ^ 1)}/32`)))
    }))
    assert.isTrue(isAllowed("::1", rule("::1/128")))
    assert.isFalse(isAllowed("::ffff:127.0.0.1", rule("::/0")))
  })

  it("is allowed as an exception with its port alone", () => {
    const demo = { ...usual, exceptions: [{ host: "127.0.0.1", port: 10001 }] }
    assert.isTrue(isAllowed("127.0.0.1", demo, 10001))
    assert.isTrue(isSame({ host: "::ffff:127.0.0.1", port: 1 }, { host: "127.0.0.1", port: 1 }))
    assert.isFalse(isAllowed("127.0.0.1", demo, 10002))
    assert.isFalse(isAllowed("127.0.0.2", demo, 10001))
  })

  it("is refused when it is not an address", () =>
    fc.assert(fc.property(fc.string(), (text) => {
      assert.isFalse(isAllowed(`${text}x`))
    })))
})

describe("a host that someone names", () => {
  it("is refused as an address in any form that systems read", () =>
    fc.assert(fc.property(inside, fc.constantFrom(...written, ...carried), (address, write) => {
      const text = write(address)
      assert.isFalse(mayBeNamed(text), text)
      assert.isFalse(mayBeNamed(` [${text}] `), text)
      assert.isTrue(mayBeNamed(text, rule(`${dotted(address)}/32`)), text)
    })))

  it("may be any other address or a name, which is judged when it is connected to", () => {
    fc.assert(fc.property(elsewhere, fc.constantFrom(...written, ...carried), (address, write) => {
      assert.isTrue(mayBeNamed(write(address)), write(address))
    }))
    for (const name of ["tse.example", "localhost.example", "tse", "", "a b"]) assert.isTrue(mayBeNamed(name), name)
  })

  it("may not be a name of this machine, nor a link-local address with its zone", () => {
    for (const name of ["localhost", "LOCALHOST", "localhost.", "tse.localhost", "fe80::1%eth0", "[fe80::1%25eth0]"]) {
      assert.isFalse(mayBeNamed(name), name)
    }
  })

  it("is refused with words that name the field and the setting", () => {
    const { message } = Result.getOrThrow(Result.flip(mayName({ host: "127.1", port: 1 }, "ws_url", usual)))
    assert.strictEqual(
      message,
      "ws_url can't be 127.1, which is an address of the server itself, unless the server is started with " +
        "WRISTBANK_SOME_NETWORKS that names its network"
    )
  })
})
