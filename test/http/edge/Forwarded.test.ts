import { assert, it } from "@effect/vitest"
import { originOf, type TrustedProxies } from "@wristbank/http/server/edge/Forwarded"
import { IpNetwork } from "effect/net"
import fc from "fast-check"

const ranges = ["127.0.0.1/32", "10.0.0.0/8", "2001:db8:ffff::/48"].map(IpNetwork.fromStringUnsafe)
const listed: TrustedProxies = { ranges, header: "x-forwarded-for" }
const standard: TrustedProxies = { ranges, header: "forwarded" }

const from = (peer: string, list: string, proto?: string) =>
  originOf(peer, { "x-forwarded-for": list, ...(proto === undefined ? {} : { "x-forwarded-proto": proto }) }, listed)

it("who is no believed proxy is not asked where a call came from", () => {
  for (const peer of ["203.0.113.9", "11.0.0.1", "::1", "unknown", ""]) {
    assert.isUndefined(from(peer, "198.51.100.7", "https"), peer)
  }
  assert.isUndefined(originOf(undefined, { "x-forwarded-for": "198.51.100.7" }, listed))
})

it("the last address that is no proxy counts", () => {
  const addresses = [
    ["198.51.100.7", "198.51.100.7"],
    ["1.2.3.4, 198.51.100.7", "198.51.100.7"],
    ["1.2.3.4, 198.51.100.7, 10.1.2.3", "198.51.100.7"],
    ["198.51.100.7:4711", "198.51.100.7"],
    ["2001:DB8:1::7", "2001:db8:1::7"],
    ["[2001:db8:1::7]:4711, 2001:db8:ffff::1", "2001:db8:1::7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["10.9.9.9, 10.1.2.3", "10.9.9.9"],
    ["unknown", "10.0.0.1"],
    ["198.51.100.7, unknown, 10.1.2.3", "10.1.2.3"],
    ["", "10.0.0.1"]
  ] as const
  for (const [list, address] of addresses) assert.strictEqual(from("10.0.0.1", list)?.address, address, list)
  assert.strictEqual(from("::ffff:10.0.0.1", "198.51.100.7")?.address, "198.51.100.7", "IPv4 that arrives as IPv6")
  assert.strictEqual(originOf("10.0.0.1", {}, listed)?.address, "10.0.0.1")
})

it("only the header that the proxies write is looked at", () => {
  const headers = { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.8;proto=https" }
  assert.deepStrictEqual(originOf("10.0.0.1", headers, listed), { address: "198.51.100.7", secure: false })
  assert.deepStrictEqual(originOf("10.0.0.1", headers, standard), { address: "198.51.100.8", secure: true })
})

it("the standard header is read as RFC 7239 writes it", () => {
  const headers = [
    ["for=192.0.2.60;proto=http;by=203.0.113.43", { address: "192.0.2.60", secure: false }],
    ["For=\"[2001:db8:cafe::17]:4711\"; Proto=HTTPS", { address: "2001:db8:cafe::17", secure: true }],
    ["for=192.0.2.43, for=198.51.100.17;proto=https, for=10.0.0.9;proto=https", {
      address: "198.51.100.17",
      secure: true
    }],
    ["for=1.2.3.4, for=198.51.100.17;by=\"a, for=6.6.6.6\";host=\"b;proto=http\";proto=https", {
      address: "198.51.100.17",
      secure: true
    }],
    ["for=_hidden", { address: "10.0.0.1", secure: false }]
  ] as const
  for (const [forwarded, origin] of headers) {
    assert.deepStrictEqual(originOf("10.0.0.1", { forwarded }, standard), origin)
  }
})

it("TLS is what the nearest proxy says", () => {
  assert.isTrue(from("10.0.0.1", "198.51.100.7", "https")?.secure)
  assert.isFalse(from("10.0.0.1", "198.51.100.7", "https, http")?.secure)
  assert.isFalse(from("10.0.0.1", "198.51.100.7")?.secure)
})

it("nothing that a caller writes before it changes where a call came from", () => {
  const forged = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom("\"", ",", ";", "\\", "for=", "10.0.0.1", "6.6.6.6", "proto=https", " "),
      maxLength: 20
    })
  )
  const real = fc.ipV4().filter((address) => !/^(10\.|127\.0\.0\.1$)/.test(address))
  fc.assert(fc.property(forged, real, (before, address) => {
    const list = { "x-forwarded-for": `${before}, ${address}`, "x-forwarded-proto": `${before}, http` }
    assert.deepStrictEqual(originOf("10.0.0.1", list, listed), { address, secure: false })
    const forwarded = `${before}, for="${address}:99";proto=http`
    assert.deepStrictEqual(originOf("10.0.0.1", { forwarded }, standard), { address, secure: false })
  }))
})
