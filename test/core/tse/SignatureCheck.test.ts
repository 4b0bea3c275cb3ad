import { assert, describe, it } from "@effect/vitest"
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from "@noble/curves/misc.js"
import { p256, p384 } from "@noble/curves/nist.js"
import * as Der from "@wristbank/core/tse/Der"
import * as SignatureCheck from "@wristbank/core/tse/SignatureCheck"
import { SignatureAlgorithm } from "@wristbank/core/tse/SignedMessage"
import * as Hex from "effect/encoding/Hex"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"

const curves = { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1, secp256r1: p256, secp384r1: p384 }
const hashOf = (algorithm: SignatureAlgorithm) => algorithm.replace("ecdsa-plain-SHA", "sha").toLowerCase()

const drawn = fc.record({
  curve: fc.constantFrom(...Object.keys(curves) as ReadonlyArray<keyof typeof curves>),
  algorithm: fc.constantFrom(...SignatureAlgorithm.literals),
  bytes: fc.uint8Array({ maxLength: 300 })
})

const signed = ({ algorithm, bytes, curve }: typeof drawn extends fc.Arbitrary<infer A> ? A : never) => {
  const ecdsa = curves[curve]
  const { publicKey, secretKey } = ecdsa.keygen()
  const digest = createHash(hashOf(algorithm)).update(bytes).digest()
  const signature = ecdsa.sign(digest, secretKey, { prehash: false, lowS: false })
  return { publicKey: ecdsa.Point.fromBytes(publicKey).toBytes(false), signature }
}

describe("a signature", () => {
  it("of every curve and hash is verified, by OpenSSL and without it alike", () =>
    fc.assert(
      fc.asyncProperty(drawn, fc.nat(), async (message, at) => {
        const { publicKey, signature } = signed(message)
        const changed = Uint8Array.from(message.bytes, (byte, place) =>
          place === at % message.bytes.length ? byte ^ 1 : byte)
        for (const verifierOf of [SignatureCheck.verifierOf, SignatureCheck.portableVerifierOf]) {
          const verifier = verifierOf(publicKey)
          assert.strictEqual(verifier?.curve, message.curve)
          for (const verify of [verifier!.verify, verifier!.verifyInBackground]) {
            assert.isTrue(await verify(message.bytes, signature, message.algorithm))
            if (message.bytes.length > 0) {
              assert.isFalse(await verify(changed, signature, message.algorithm))
            }
            assert.isFalse(await verify(message.bytes, signature.toReversed(), message.algorithm))
            assert.isFalse(await verify(message.bytes, signature.subarray(1), message.algorithm))
            assert.isFalse(await verify(message.bytes, new Uint8Array(signature.length), message.algorithm))
          }
        }
      }),
      { numRuns: 15 }
    ))

  it("is verified aside while this thread goes on", async () => {
    const bytes = Uint8Array.of(1)
    const { publicKey, signature } = signed({ curve: "brainpoolP384r1", algorithm: "ecdsa-plain-SHA384", bytes })
    const verify = () =>
      SignatureCheck.verifierOf(publicKey)!.verifyInBackground(bytes, signature, "ecdsa-plain-SHA384")
    let turns = 0
    const told = verify().then(() => turns)
    // What is answered by another thread comes no sooner than this one has nothing to do.
    for (; turns < 10; turns++) await Promise.resolve()
    assert.strictEqual(await told, 10)
  })

  it("that OpenSSL can't verify is verified in turns, with other work between", async () => {
    const bytes = Uint8Array.of(1)
    const { publicKey, signature } = signed({ curve: "secp256r1", algorithm: "ecdsa-plain-SHA256", bytes })
    const verifier = SignatureCheck.portableVerifierOf(publicKey)!
    const turns = new Set<number>()
    let turn = 0
    const others = (async () => {
      for (; turns.size < 5 && turn < 20; turn++) await setImmediate()
    })()
    await Promise.all(Array.from({ length: 5 }, async () => {
      assert.isTrue(await verifier.verifyInBackground(bytes, signature, "ecdsa-plain-SHA256"))
      turns.add(turn)
    }))
    await others
    assert.strictEqual(turns.size, 5)
  })

  it("in DER becomes plain, as plain stays plain", () => {
    const publicKey = new Uint8Array(97)
    const number = fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 384n - 1n }), fc.bigInt({ min: 1n, max: 255n }))
    fc.assert(fc.property(number, number, (r, s) => {
      const plain = Buffer.from([r, s].map((n) => n.toString(16).padStart(96, "0")).join(""), "hex")
      const der = Der.sequence(Der.integer(r), Der.integer(s))
      assert.strictEqual(Hex.encode(SignatureCheck.plainOf(der, publicKey) ?? new Uint8Array()), plain.toString("hex"))
      assert.strictEqual(SignatureCheck.plainOf(plain, publicKey), plain)
    }))
  })

  it("of neither form is no signature", () => {
    const publicKey = new Uint8Array(97)
    const one = Der.integer(1n)
    for (
      const none of [
        new Uint8Array(),
        new Uint8Array(95),
        one,
        Der.sequence(one),
        Der.sequence(one, one, one),
        Der.sequence(one, Der.text("1", Der.tags.octetString)),
        Der.sequence(one, Der.integer(2n ** 390n)),
        Der.join(Der.sequence(one, one), Uint8Array.of(0))
      ]
    ) assert.isUndefined(SignatureCheck.plainOf(none, publicKey))
    fc.assert(fc.property(fc.uint8Array({ maxLength: 110 }), (junk) => {
      const plain = SignatureCheck.plainOf(junk, publicKey)
      assert.isTrue(plain === undefined || plain.length === 96)
    }))
  })
})

describe("items", () => {
  it("come with their verdicts in their order, with a bounded number under way", () =>
    fc.assert(fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 60, size: "max" }), async (delays) => {
      let read = 0
      let underWay = 0
      let most = 0
      const items = async function*() {
        for (const delay of delays) yield [read++, delay] as const
      }
      const verdictOf = async ([number, delay]: readonly [number, number]) => {
        most = Math.max(most, ++underWay)
        for (let i = 0; i < delay; i++) await setImmediate()
        underWay--
        return `of ${number}`
      }
      let given = 0
      for await (const [[number], verdict] of SignatureCheck.withVerdicts(items(), verdictOf)) {
        assert.strictEqual(number, given++)
        assert.strictEqual(verdict, `of ${number}`)
        assert.isAtMost(read - number, SignatureCheck.verifiedAtOnce)
      }
      assert.strictEqual(given, delays.length)
      assert.isAtMost(most, SignatureCheck.verifiedAtOnce)
      if (delays.every((delay) => delay > 0)) {
        assert.strictEqual(most, Math.min(delays.length, SignatureCheck.verifiedAtOnce))
      }
    })))

  it("that can't be read on end with that", async () => {
    const items = async function*() {
      yield 1
      yield 2
      throw new Error("cut off")
    }
    const read = async () => {
      for await (const [item] of SignatureCheck.withVerdicts(items(), async () => true)) assert.isAtMost(item, 2)
    }
    assert.strictEqual(await read().then(() => "read", (error: Error) => error.message), "cut off")
  })

  it("without a verdict end with that in their turn, and with the process in none", async () => {
    const items = async function*() {
      yield* [0, 1, 2]
    }
    const given: Array<number> = []
    const verdictOf = async (item: number) => {
      if (item > 0) throw new Error(`none of ${item}`)
      // What is rejected and not waited for ends the process before a turn is over.
      await setImmediate()
    }
    const read = async () => {
      for await (const [item] of SignatureCheck.withVerdicts(items(), verdictOf)) given.push(item)
    }
    assert.strictEqual(await read().then(() => "read", (error: Error) => error.message), "none of 1")
    assert.deepStrictEqual(given, [0])
  })
})

describe("a public key", () => {
  it("that lies on no curve is no key", () => {
    const key = p256.Point.BASE.toBytes(false)
    assert.strictEqual(SignatureCheck.curveOf(key), "secp256r1")
    assert.isUndefined(SignatureCheck.curveOf(key.with(64, (key[64] ?? 0) ^ 1)))
    assert.isUndefined(SignatureCheck.curveOf(p256.Point.BASE.toBytes(true)))
    assert.isUndefined(SignatureCheck.curveOf(new Uint8Array()))
    assert.isUndefined(SignatureCheck.curveOf(new Uint8Array(97)))
    assert.isUndefined(SignatureCheck.verifierOf(Uint8Array.of(4)))
  })
})
