import { assert, describe, it } from "@effect/vitest"
import * as TseCommand from "@wristbank/core/tse/TseCommand"
import * as TseFrame from "@wristbank/core/tse/TseFrame"
import { DateTime, Redacted, Result, Schema } from "effect"
import { refusals, serial, signatureHex, transcript } from "./transcripts.ts"

const password = Redacted.make("12345")

/** The commands in the order of the transcript, which numbers them from 0. */
const commands = [
  [TseCommand.setDefaultClientId, transcript.setDefaultClientId],
  [TseCommand.getDeviceInfo, transcript.getDeviceInfo],
  [TseCommand.getDeviceStatus, transcript.getDeviceStatus],
  [TseCommand.getPublicKey, transcript.getPublicKey],
  [TseCommand.getCertificates, transcript.getCertificates],
  [TseCommand.pingPong, transcript.pingPong],
  [TseCommand.getClients, transcript.getClients],
  [TseCommand.registerClient("1000"), transcript.register],
  [TseCommand.deregisterClient("POS001"), transcript.deregister],
  [TseCommand.startTransaction("1000"), transcript.start],
  [
    TseCommand.finishTransaction(1, "1000", "Kassenbeleg-V1", "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar"),
    transcript.finish
  ]
] as const

/** JSON without the spaces between its tokens; no value here has any after a comma or colon. */
const compact = (frame: string) => frame.replaceAll(/([,:]) /g, "$1")

const read = <A>(schema: Schema.ConstraintDecoder<A>, frame: string) =>
  Schema.decodeUnknownSync(schema)(Result.getOrThrow(TseFrame.decode(frame)))

describe("the commands", () => {
  for (const [place, [command, { request }]] of commands.entries()) {
    it(`${command.name} (${place}) is sent as the vendor's software sends it, without spaces`, () =>
      assert.strictEqual(TseCommand.encode(command, place, password), compact(request)))
  }

  it("only what needs the password carries it", () => {
    for (const [command] of commands) {
      const sent = TseCommand.encode(command, 0, password)
      assert.strictEqual(sent.includes("MTIzNDU="), command.needsPassword)
      assert.isFalse(sent.includes("12345"))
    }
  })

  it("text outside of ASCII is escaped", () =>
    assert.strictEqual(
      TseCommand.encode(TseCommand.startTransaction("Käse 🧀"), 3, password),
      `\u0002{"Command":"StartTransaction","PingPong":3,"ClientID":"K\\u00e4se \\ud83e\\uddc0","Password":"MTIzNDU="}\u0003\n`
    ))
})

describe("the answers", () => {
  it("all have their request's id", () => {
    for (const [place, [, { answer }]] of commands.entries()) {
      const { PingPong, Status } = read(TseCommand.Answer, answer)
      assert.deepStrictEqual([PingPong, Status], [place, "ok"])
    }
    assert.deepStrictEqual(refusals.map((frame) => read(TseCommand.Answer, frame).Code), [2, 19, 1337, 5])
  })

  it("of a signed operation give number, counter, bytes and a time in UTC", () => {
    const started = read(TseCommand.Started, transcript.start.answer)
    assert.deepStrictEqual([started.TransactionNumber, started.SignatureCounter], [1, 1])
    assert.strictEqual(started.SerialNumber, serial)
    assert.deepStrictEqual(Buffer.from(started.Signature).toString("hex"), signatureHex)
    assert.strictEqual(DateTime.formatIso(started.LogTime), "2026-11-20T18:07:52.000Z")
    const finished = read(TseCommand.Signed, transcript.finish.answer)
    assert.strictEqual(DateTime.formatIso(finished.LogTime), "2026-11-20T18:07:52.000Z")
  })

  it("of an operation without a counter, with a fraction of one or a time without an offset are none", () => {
    const signed = Result.getOrThrow(TseFrame.decode(transcript.finish.answer))
    for (
      const wrong of [
        { SignatureCounter: 0 },
        { SignatureCounter: 1.5 },
        { SignatureCounter: "2" },
        { Signature: "5a5" },
        { LogTime: "2026-11-20T19:07:52" },
        { LogTime: null }
      ]
    ) {
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(TseCommand.Signed)({ ...signed, ...wrong })))
    }
  })
})
