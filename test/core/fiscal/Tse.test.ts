import { assert, it } from "@effect/vitest"
import * as Tse from "@wristbank/core/fiscal/Tse"
import { secretMarker } from "@wristbank/core/organisation/SecretMarker"
import { Redacted, Result, Schema } from "effect"
import fc from "fast-check"

const message = <A>(result: Result.Result<A, { readonly message: string }>) =>
  Result.isFailure(result) ? result.failure.message : "accepted"

const serial = "84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7"

const fields = {
  name: "TSE 1",
  ws_url: "ws://10.0.0.5:10001/",
  ws_timeout: 5,
  password: "12345",
  first_operation: null
}

const input = new Tse.UpdateTse(fields)
const device = new Tse.NewTse({ ...fields, type: "diebold_nixdorf", serial })
const free = { nameTaken: false, serialTaken: false }
const decode = <S extends Schema.Codec<unknown, unknown>>(schema: S) =>
  Schema.decodeUnknownResult(Schema.toCodecJson(schema))

it("a serial number is read whatever its letters and the spaces around it", () => {
  const read = decode(Tse.TseSerial)
  assert.deepStrictEqual(read(` ${serial.toUpperCase()}\n`), Result.succeed(serial))
  for (const wrong of ["", serial.slice(1), `${serial}0`, serial.replace("8", "g")]) {
    assert.isTrue(Result.isFailure(read(wrong)), wrong)
  }
})

it("a device is reached over a web socket, with no password in its address", () => {
  const read = decode(Tse.DeviceAddress)
  for (const good of ["ws://tse:10001", "http://10.0.0.5:10001/", "WS://localhost:1/"]) {
    assert.deepStrictEqual(read(good), Result.succeed(good))
  }
  for (
    const bad of [
      "",
      "tse:10001",
      "wss://tse/",
      "https://tse/",
      "file:///dev/ttyACM0",
      "ws://",
      "ws://u:p@tse/",
      "ws://a\n"
    ]
  ) {
    assert.isTrue(Result.isFailure(read(bad)), bad)
  }
})

it("a connection is waited for half a second to a minute", () => {
  const read = decode(Tse.ConnectSeconds)
  for (const good of [0.5, 5, 60]) assert.deepStrictEqual(read(good), Result.succeed(good))
  for (const bad of [0, -1, 0.49, 61, Number.NaN, Infinity, "5"]) {
    assert.isTrue(Result.isFailure(read(bad)), String(bad))
  }
})

it("a device is made known once, under a name of its own, with its password", () => {
  assert.deepStrictEqual(Redacted.value(Result.getOrThrow(Tse.create(device, free))), "12345")
  assert.match(message(Tse.create(device, { ...free, nameTaken: true })), /named TSE 1/)
  assert.match(message(Tse.create(device, { ...free, serialTaken: true })), /this serial number/)
  for (const password of ["", secretMarker]) {
    assert.match(message(Tse.create(new Tse.NewTse({ ...device, password }), free)), /needs its password/)
  }
})

const current = { ...fields, status: "active" } as const

it("a password that is not given stays, and a change of how a device is reached connects it anew", () => {
  const change = (changes: Partial<typeof fields>) =>
    Result.getOrThrow(Tse.update(current, new Tse.UpdateTse({ ...fields, ...changes }), free))
  for (const password of ["", secretMarker]) {
    assert.deepStrictEqual(change({ password }), { password: null, reconnect: false })
    assert.isTrue(change({ password, ws_url: "ws://10.0.0.5:10001/path" }).reconnect)
    assert.isTrue(change({ password, ws_timeout: 6 }).reconnect)
    assert.isFalse(change({ password, name: "Other" }).reconnect)
  }
  const given = change({ password: "54321" })
  assert.strictEqual(given.password === null ? null : Redacted.value(given.password), "54321")
  assert.isTrue(given.reconnect)
  assert.match(message(Tse.update(current, input, { nameTaken: true })), /named TSE 1/)
})

it("a password is never kept for another scheme, host or port", () => {
  const url = fc.record({
    scheme: fc.constantFrom("ws", "WS", "http"),
    host: fc.constantFrom("10.0.0.5", "10.0.0.6", "tse", "TSE"),
    port: fc.constantFrom("", ":80", ":10001"),
    path: fc.constantFrom("", "/", "/a")
  })
  const text = ({ host, path, port, scheme }: Readonly<Record<"host" | "path" | "port" | "scheme", string>>) =>
    `${scheme}://${host}${port}${path}`
  const server = (address: string) => ((at) => `${at.protocol} ${at.hostname} ${at.port || "80"}`)(new URL(address))
  fc.assert(fc.property(
    url,
    url,
    fc.constantFrom("", secretMarker, "54321"),
    (from, to, password) => {
      const [before, after] = [text(from), text(to)]
      const decided = Tse.update(
        { ...current, ws_url: before },
        new Tse.UpdateTse({ ...fields, ws_url: after, password }),
        free
      )
      assert.strictEqual(Result.isSuccess(decided), password === "54321" || server(before) === server(after))
      if (Result.isFailure(decided)) assert.match(message(decided), /password is needed anew, because ws_url/)
    }
  ))
})

const some = fc.constantFrom(...Tse.TseStatus.literals)

it("tills leave every device but a disabled one, for one that is active", () =>
  fc.assert(fc.property(some, fc.option(some), fc.boolean(), (status, target, same) => {
    const other = target === null ? null : { id: same ? 1n : 2n, name: "B", status: target, tills: 3 }
    const decided = Tse.switchOver({ id: 1n, name: "A", status, tills: 4 }, other)
    const good = status !== "disabled" && (other === null || (!same && target === "active"))
    assert.strictEqual(Result.isSuccess(decided), good)
  })))

it("tills go to a device that has room for all of them, or each to one that has", () =>
  fc.assert(fc.property(fc.nat(120), fc.nat(120), (leaving, there) => {
    const full = { id: 1n, name: "A", status: "failed", tills: leaving } as const
    const decided = Tse.switchOver(full, { id: 2n, name: "B", status: "active", tills: there })
    const room = Math.max(0, 97 - there)
    assert.strictEqual(Result.isSuccess(decided), leaving <= room)
    if (Result.isFailure(decided)) assert.include(message(decided), `room for ${room} more tills and A has ${leaving}`)
    assert.isTrue(Result.isSuccess(Tse.switchOver(full, null)))
  })))

it("a device is disabled for ever, and only when no till depends on it", () =>
  fc.assert(fc.property(some, fc.nat(2), (status, tills) => {
    const known = { name: "A", status, tills }
    assert.strictEqual(Result.isSuccess(Tse.disable(known)), status !== "disabled" && tills === 0)
    assert.strictEqual(Result.isSuccess(Tse.checkAgain(known)), status !== "disabled")
  })))

it("the end of a certificate is read from what the device says", () => {
  assert.strictEqual(
    Tse.certificateEnd("2029-08-01T23:59:59+00:00")?.epochMilliseconds,
    Date.UTC(2029, 7, 1, 23, 59, 59)
  )
  assert.strictEqual(
    Tse.certificateEnd("2029-08-02T01:59:59+02:00")?.epochMilliseconds,
    Date.UTC(2029, 7, 1, 23, 59, 59)
  )
  assert.isNull(Tse.certificateEnd("one day"))
  assert.isNull(Tse.certificateEnd(null))
})
