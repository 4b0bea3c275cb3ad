import { assert, it } from "@effect/vitest"
import { keyOfScalar, keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { newDevice } from "@wristbank/stand-ins/tse/device/DeviceState"
import { step } from "@wristbank/stand-ins/tse/device/VirtualDevice"
import fc from "fast-check"
import { X509Certificate } from "node:crypto"
import { DeviceSession, password, testKey, wrongPassword } from "./DeviceSession.ts"

const serial = "84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7"
const parameters =
  `{"SignatureAlgorithm": "ecdsa-plain-SHA384", "TSEDescription": "BSI-K-TR-1337", "CertificateDate": "2029-08-01T23:59:59+00:00"}`
const publicKey =
  "BHIsubPEbwI+o5XAo1asfRMadmdmwlxgaYFAXaTG7JPpiTQ+q/2uEG5ENneZqgu3zE8kar7gE5QRfuaPY7c5BsReMwmdTahDgvEQJLBL4aEYXzQSfrnBB28d83UwGo28kw=="

it("a connection begins with the very words devices have for it", () => {
  const session = new DeviceSession()
  const expected: ReadonlyArray<[Record<string, string | number>, string]> = [
    [
      { Command: "SetDefaultClientID", PingPong: 0, ClientID: "DummyDefaultClientId" },
      `{"Command": "SetDefaultClientID", "Status": "ok", "PingPong": 0}`
    ],
    [
      { Command: "GetDeviceInfo", PingPong: 1 },
      `{"Command": "GetDeviceInfo", "Status": "ok", "DeviceInfo": {"SerialNumber": "${serial}", "TimeFormat": "UnixTime"}, "PingPong": 1}`
    ],
    [
      { Command: "GetDeviceStatus", PingPong: 2 },
      `{"Command": "GetDeviceStatus", "Status": "ok", "Parameters": ${parameters}, "PingPong": 2}`
    ],
    [
      { Command: "GetDeviceData", PingPong: 3, Name: "PublicKey", Format: "Base64" },
      `{"Command": "GetDeviceData", "Status": "ok", "Name": "PublicKey", "Value": "${publicKey}", "Length": 97, "PingPong": 3}`
    ],
    [
      { Command: "GetDeviceData", PingPong: 4, Name: "Certificates", Format: "Base64" },
      `{"Command": "GetDeviceData", "Status": "ok", "Name": "Certificates", "Value": "VEhJUyBJUyBBIFZFUlkgTE9ORyBDRVJUSUZJQ0FURSEhISE=", "Length": 35, "PingPong": 4}`
    ],
    [{ Command: "PingPong", PingPong: 5 }, `{"Command": "PingPong", "Status": "ok", "PingPong": 5}`],
    [
      { Command: "GetDeviceStatus", PingPong: 6, Password: password },
      `{"Command": "GetDeviceStatus", "Status": "ok", "Parameters": ${parameters}, "ClientIDs": ["DN TSEProduction ef82abcedf", "DummyDefaultClientId", "POS001"], "PingPong": 6}`
    ],
    [
      { Command: "RegisterClientID", PingPong: 7, ClientID: "1000", Password: password },
      `{"Command": "RegisterClientID", "Status": "ok", "PingPong": 7}`
    ],
    [
      { Command: "DeregisterClientID", PingPong: 8, ClientID: "POS001", Password: password },
      `{"Command": "DeregisterClientID", "Status": "ok", "PingPong": 8}`
    ]
  ]
  for (const [request, answer] of expected) assert.strictEqual(session.text(request), answer)
})

it("a transaction is answered and signed with its own number, counter and time", () => {
  const session = new DeviceSession()
  session.command("RegisterClientID", { ClientID: "1000" })
  const start = session.text({ Command: "StartTransaction", PingPong: 9, ClientID: "1000", Password: password })
  const finish = session.text({
    Command: "FinishTransaction",
    PingPong: 10,
    TransactionNumber: 1,
    ClientID: "1000",
    Typ: "Kassenbeleg-V1",
    Data: "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar",
    Password: password
  })
  const [started, finished] = session.signed
  assert.strictEqual(
    start,
    `{"Command": "StartTransaction", "Status": "ok", "TransactionNumber": 1, "SerialNumber": "${serial}", "SignatureCounter": 1, "Signature": "${
      started!.signature
    }", "LogTime": "2026-11-20T20:07:52+02:00", "PingPong": 9}`
  )
  assert.strictEqual(
    finish,
    `{"Command": "FinishTransaction", "Status": "ok", "SignatureCounter": 2, "Signature": "${
      finished!.signature
    }", "LogTime": "2026-11-20T19:07:52+01:00", "PingPong": 10}`
  )
  assert.match(started!.signature, /^[0-9a-f]{192}$/)
  assert.isTrue(session.verifies(started!) && session.verifies(finished!))
  assert.isFalse(session.verifies({ ...finished!, counter: 3 }))
})

it("refusals have the vendor's words", () => {
  const session = new DeviceSession()
  const answered: ReadonlyArray<[Record<string, string | number>, string]> = [
    [
      { Command: "Nope", PingPong: 13 },
      `{"Command": "Nope", "Status": "error", "Code": 2, "Desc": "JSON_CODE_COMMAND_UNSUPPORTED", "PingPong": 13}`
    ],
    [{ PingPong: 3 }, `{"Status": "error", "PingPong": 3}`],
    [
      { Command: "StartTransaction", PingPong: 7, ClientID: "1000", Password: password },
      `{"Command": "StartTransaction", "Status": "error", "Code": 19, "Desc": "JSON_CODE_ERROR_CLIENT_NOT_REGISTERED", "PingPong": 7}`
    ],
    [
      { Command: "RegisterClientID", PingPong: 6, ClientID: "POS001", Password: password },
      `{"Command": "RegisterClientID", "Status": "error", "Code": 1337, "Desc": "Client already registered", "PingPong": 6}`
    ],
    [
      { Command: "DeregisterClientID", PingPong: 10, ClientID: "9", Password: password },
      `{"Command": "DeregisterClientID", "Status": "error", "Code": 5, "Desc": "JSON_CODE_COMMAND_CANNOT_BE_PROCESSED", "PingPong": 10}`
    ],
    [
      { Command: "Grüße" },
      `{"Command": "Gr\\u00fc\\u00dfe", "Status": "error", "Code": 2, "Desc": "JSON_CODE_COMMAND_UNSUPPORTED"}`
    ]
  ]
  for (const [request, answer] of answered) assert.strictEqual(session.text(request), answer)
})

it("a command with several faults is refused for the first in the device's order", () => {
  const session = new DeviceSession()
  const wrong = { Password: wrongPassword }
  assert.strictEqual(session.code({ Command: "RegisterClientID", ClientID: "ü" }), 3)
  assert.strictEqual(session.command("RegisterClientID", { ClientID: "ü", ...wrong }), 30)
  assert.strictEqual(session.command("RegisterClientID", { ClientID: "ü", Password: "abc" }), 9)
  assert.strictEqual(session.command("RegisterClientID", { ClientID: "x".repeat(31) }), 4)
  assert.strictEqual(session.command("StartTransaction", { ClientID: "unknown", ...wrong }), 30)
  assert.strictEqual(session.command("FinishTransaction", { ClientID: "unknown", TransactionNumber: 7 }), 19)
  assert.strictEqual(session.command("FinishTransaction", { ClientID: "POS001", TransactionNumber: 7 }), 5017)
  assert.strictEqual(session.command("DeregisterClientID", { ClientID: "DN TSEProduction ef82abcedf" }), 1337)
  assert.strictEqual(session.command("GetDeviceData", { Name: "Secrets" }), 4)
  assert.strictEqual(session.command("GetDeviceData", { Name: "PublicKey", Format: "Text" }), 4)
  assert.strictEqual(session.command("GetDeviceData"), 3)
})

it("three wrong passwords in a row block every user, until the PUK", () => {
  const session = new DeviceSession()
  const start = (given: string) => session.command("StartTransaction", { ClientID: "POS001", Password: given })
  const status = (given: string) => session.command("GetDeviceStatus", { Password: given })
  assert.deepStrictEqual([status(wrongPassword), status("!!!"), start(password)], [30, 30, null])
  // Reading the status with the right password keeps the count; signing resets it.
  assert.deepStrictEqual([start(wrongPassword), start(wrongPassword), status(password)], [30, 30, null])
  assert.deepStrictEqual([status(wrongPassword), status(password), start(password)], [30, 32, 32])
  const unblock = (puk: string, chosen = "NTQzMjE=") =>
    session.command("UnblockUser", { UserID: "MDI=", Puk: puk, NewPassword: chosen, NewPasswd: chosen })
  assert.strictEqual(unblock("MTExMTEx"), 31)
  assert.strictEqual(unblock("MDAwMDAw", "MTIz"), 27)
  assert.strictEqual(unblock("MDAwMDAw"), null)
  assert.deepStrictEqual([start(password), start("NTQzMjE="), status(password)], [30, null, null])
  const change = { UserID: "MDI=", OldPassword: "NTQzMjE=", NewPassword: password, NewPasswd: password }
  assert.strictEqual(session.command("ChangePassword", { ...change, UserID: "MDM=" }), 29)
  assert.strictEqual(session.command("ChangePassword", { ...change, OldPassword: password }), 30)
  assert.strictEqual(session.command("ChangePassword", change), null)
  for (let failure = 0; failure < 3; failure++) assert.strictEqual(unblock("MTExMTEx"), 31)
  assert.strictEqual(unblock("MDAwMDAw"), 33)
})

it.each(
  [
    { profile: "simulator", clients: 98, clientCode: 21, transactions: 513, unknown: 5017 },
    { profile: "device", clients: 97, clientCode: 23, transactions: 512, unknown: -5017 }
  ] as const
)("a $profile has its own limits and codes", ({ clientCode, clients, profile, transactions, unknown }) => {
  const session = new DeviceSession(profile, cheapKey)
  for (let client = 0; client < clients; client++) {
    assert.strictEqual(session.command("RegisterClientID", { ClientID: `${client}` }), null)
  }
  assert.strictEqual(session.command("RegisterClientID", { ClientID: "one more" }), clientCode)
  for (let number = 0; number < transactions; number++) {
    assert.strictEqual(session.command("StartTransaction", { ClientID: "0" }), null)
  }
  assert.strictEqual(session.command("StartTransaction", { ClientID: "1" }), 21)
  assert.strictEqual(session.command("DeregisterClientID", { ClientID: "0" }), 24)
  const finish = (number: number | string, client = "0") =>
    session.command("FinishTransaction", { ClientID: client, TransactionNumber: number })
  assert.deepStrictEqual([finish(1, "1"), finish("1"), finish(1), finish(1)], [unknown, unknown, null, unknown])
  assert.strictEqual(session.command("StartTransaction", { ClientID: "1" }), null)
})

it("a blocked PUK ends signing in the simulator of before, and not on a stick; nor is null a password there", () => {
  const unblock = { UserID: "MDE=", Puk: "MTExMTEx", NewPasswd: password }
  for (const [profile, code, status] of [["simulator", 32, null], ["device", null, 9]] as const) {
    const session = new DeviceSession(profile, cheapKey)
    assert.strictEqual(session.command("GetDeviceStatus", { Password: null }), status)
    for (let failure = 0; failure < 3; failure++) session.command("UnblockUser", unblock)
    assert.strictEqual(session.command("StartTransaction", { ClientID: "POS001" }), code)
  }
})

it("the certificate's names are no longer than names may be", () => {
  const { subject } = new X509Certificate(new DeviceSession("device").device.key.certificate)
  const [, name] = /CN=(.*)/.exec(subject)!
  assert.isAtMost(name!.length, 64)
  assert.strictEqual(name, testKey.serial)
})

it("ailments refuse what they concern, until they are cured", () => {
  const session = new DeviceSession("device")
  const start = () => session.command("StartTransaction", { ClientID: "POS001" })
  const ail = (conditions: Partial<typeof newDevice.conditions>) => {
    session.state = { ...session.state, conditions: { ...newDevice.conditions, ...conditions } }
  }
  ail({ selfTestDue: true, timeNotSet: true })
  assert.strictEqual(start(), 12)
  assert.strictEqual(session.command("PerformSelfTest"), null)
  assert.strictEqual(start(), -5019)
  assert.strictEqual(session.command("UpdateTime"), null)
  assert.strictEqual(start(), null)
  ail({ signaturesUsedUp: true })
  assert.strictEqual(start(), 22)
  assert.strictEqual(session.state.counter, 1)
  ail({ certificateExpired: true })
  assert.strictEqual(start(), -5020)
  assert.strictEqual(session.state.counter, 2)
  ail({ clockSkewSeconds: -3600, serial: "00", publicKey: "BBBB" })
  assert.include(session.text({ Command: "GetDeviceInfo" }), `"SerialNumber": "00"`)
  assert.include(session.text({ Command: "GetDeviceData", Name: "PublicKey" }), `"Value": "041041"`)
  assert.strictEqual(start(), null)
  assert.strictEqual(session.signed.at(-1)!.logTime, 1795198072 - 3600)
})

it("keys come from a number or any text, on either curve", () => {
  assert.strictEqual(testKey.serial, serial)
  assert.isUndefined(keyOfScalar("00".repeat(48)))
  assert.isUndefined(keyOfScalar("ff".repeat(48)))
  assert.isUndefined(keyOfScalar("12"))
  assert.strictEqual(keyOfSeed("one").serial, keyOfSeed("one").serial)
  assert.notStrictEqual(keyOfSeed("one").serial, keyOfSeed("two").serial)
  for (const key of [testKey, cheapKey]) {
    const session = new DeviceSession("device", key)
    session.command("StartTransaction", { ClientID: "POS001" })
    assert.isTrue(session.verifies(session.signed[0]!))
    const certificate = new X509Certificate(key.certificate)
    assert.isTrue(certificate.verify(certificate.publicKey))
    const point = certificate.publicKey.export({ type: "spki", format: "der" }).subarray(-key.publicKey.length)
    assert.deepStrictEqual(Uint8Array.from(point), key.publicKey)
  }
})

// The elliptic curve of cloud devices is some ten times cheaper than that of sticks.
const cheapKey = keyOfSeed("cheap", "secp256r1")

const command = fc.oneof(
  fc.record({ Command: fc.constant("StartTransaction"), ClientID: fc.constantFrom("1", "2", "3", "4") }),
  fc.record({
    Command: fc.constantFrom("FinishTransaction", "UpdateTransaction"),
    ClientID: fc.constantFrom("1", "2", "3"),
    TransactionNumber: fc.integer({ min: 1, max: 12 }),
    Typ: fc.constantFrom("Kassenbeleg-V1", ""),
    Data: fc.string({ unit: "grapheme" })
  })
)

it("whatever several clients do, counters rise without a gap and every signature is of its own operation", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (requests) => {
      const session = new DeviceSession("device", cheapKey)
      for (const client of ["1", "2", "3"]) session.command("RegisterClientID", { ClientID: client })
      for (const request of requests) session.ask({ ...request, PingPong: 1, Password: password })
      assert.deepStrictEqual(session.signed.map(({ counter }) => counter), session.signed.map((_, index) => index + 1))
      const starts = session.signed.filter(({ operation }) => operation === "StartTransaction")
      assert.deepStrictEqual(starts.map(({ transaction }) => transaction), starts.map((_, index) => index + 1))
      for (const record of session.signed) {
        const start = starts.find(({ transaction }) => transaction === record.transaction)!
        assert.isAtLeast(record.counter, start.counter)
        assert.strictEqual(record.clientId, start.clientId)
        assert.isTrue(session.verifies(record))
      }
      const ends = session.signed.filter(({ operation }) => operation === "FinishTransaction")
      assert.strictEqual(new Set(ends.map(({ transaction }) => transaction)).size, ends.length)
      assert.strictEqual(session.state.open.size, starts.length - ends.length)
    }),
    { numRuns: 60 }
  )
})

it("no object at all disturbs the device", () => {
  const names = ["Command", "PingPong", "ClientID", "Password", "TransactionNumber", "Typ", "Data", "UserID", "Puk"]
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(password, "POS001", "StartTransaction", "constructor")
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (fields) => {
      const { answer, event } = step(new DeviceSession("device", cheapKey).device, newDevice, fields, now)
      assert.include(["ok", "error"], answer["Status"])
      assert.strictEqual(event === null || fields["Command"] !== undefined, true)
      assert.deepStrictEqual<unknown>(answer["PingPong"], fields["PingPong"])
    })
  )
})

const { now } = new DeviceSession()
