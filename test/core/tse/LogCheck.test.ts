import { assert, it } from "@effect/vitest"
import { checkLog } from "@wristbank/core/tse/LogCheck"
import { type ArchivedFile, pack, unpack } from "@wristbank/core/tse/TarArchive"
import { exportOf } from "@wristbank/stand-ins/tse/device/DeviceExport"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import fc from "fast-check"
import { DeviceSession } from "../../stand-ins/tse/device/DeviceSession.ts"

/** A device after two transactions, of which the second was not finished. */
const session = (key = keyOfSeed("export", "secp256r1")) => {
  const used = new DeviceSession("device", key)
  const finish = {
    ClientID: "POS001",
    TransactionNumber: 1,
    Typ: "Kassenbeleg-V1",
    Data: "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar"
  }
  for (const client of ["POS001", "POS001"]) used.command("StartTransaction", { ClientID: client })
  used.command("UpdateTransaction", finish)
  used.command("FinishTransaction", finish)
  return used
}

const filesOf = ({ device, events }: DeviceSession) => Array.fromAsync(exportOf(device, iterate(events)))

async function* iterate<A>(values: ReadonlyArray<A>): AsyncGenerator<A> {
  yield* values
}

const check = (files: ReadonlyArray<ArchivedFile>, publicKey?: Uint8Array) => checkLog(() => iterate(files), publicKey)

const problemsOf = async (files: ReadonlyArray<ArchivedFile>, publicKey?: Uint8Array) =>
  (await check(files, publicKey)).problems.map(({ problem }) => problem)

it("an export has a file for each signature, named after it, and verifies by its own certificate", async () => {
  for (const key of [keyOfSeed("export"), keyOfSeed("export", "secp256r1")]) {
    const files = await filesOf(session(key))
    assert.deepStrictEqual(files.map(({ name }) => name), [
      "info.csv",
      `${key.serial}_X509.cer`,
      "Unixt_1795198072_Sig-1_Log-Tra_No-1_Start_Client-POS001.log",
      "Unixt_1795198072_Sig-2_Log-Tra_No-2_Start_Client-POS001.log",
      "Unixt_1795198072_Sig-3_Log-Tra_No-1_Update_Client-POS001.log",
      "Unixt_1795198072_Sig-4_Log-Tra_No-1_Finish_Client-POS001.log"
    ])
    assert.deepStrictEqual(await check(files), {
      messages: 4,
      started: 2,
      unfinished: 1,
      firstCounter: 1n,
      lastCounter: 4n,
      problems: [],
      problemCount: 0
    })
    // In whatever order files are.
    assert.deepStrictEqual(await check(files.toReversed()), await check(files))
  }
})

it("an archive gives back the files that were packed, and one that is cut off is refused", async () => {
  const files = await filesOf(session())
  const archive = new Uint8Array(await new Response(pack(iterate(files))).arrayBuffer())
  const read = (bytes: Uint8Array) => Array.fromAsync(unpack(new Blob([Uint8Array.from(bytes)]).stream()))
  assert.deepStrictEqual(await read(archive), files.map(({ bytes, name }) => ({ name, bytes: Uint8Array.from(bytes) })))
  const cutOff = await read(archive.subarray(0, 3000)).then(() => "read", () => "refused")
  assert.strictEqual(cutOff, "refused")
})

it("what is missing, twice, of another device or without certificate is told", async () => {
  const files = await filesOf(session())
  const without = (part: string) => files.filter(({ name }) => !name.includes(part))
  assert.deepStrictEqual(await problemsOf(without("Sig-2_")), ["counters 2 to 2 are missing"])
  assert.deepStrictEqual(await problemsOf(without("info")), ["info.csv is missing"])
  assert.deepStrictEqual(await problemsOf([...files, ...files.slice(-1)]), [
    "counter 4 is there twice",
    "FinishTransaction of 1 is there twice"
  ])
  const nameless = "no certificate belongs to its serial number"
  assert.deepStrictEqual(await problemsOf(without("X509")), [nameless, nameless, nameless, nameless])
  assert.deepStrictEqual(await problemsOf(without("X509"), session().device.key.publicKey), [])
  const renamed = files.map((file) => ({ ...file, name: file.name.replace("Sig-4", "Sig-5").replace("No-2", "No-3") }))
  assert.deepStrictEqual(await problemsOf(renamed), [
    "its name has another transaction",
    "its name has another counter"
  ])
})

it("a key that is given counts alone, whatever certificate the export has", async () => {
  const files = await filesOf(session(keyOfSeed("other", "secp256r1")))
  assert.isEmpty(await problemsOf(files))
  const report = await check(files, session().device.key.publicKey)
  assert.deepStrictEqual(report.problems.map(({ problem }) => problem), Array(4).fill("it is another device's"))
  assert.deepInclude(report, { messages: 4, started: 0, firstCounter: null })
})

it("twenty problems of a kind are told one by one, others are counted", async () => {
  const files = Array.from(
    { length: 1003 },
    (_, i) => ({ name: `Unixt_1_Sig-${i}_Log-Aud.log`, bytes: Uint8Array.of() })
  )
  const report = await check(files)
  assert.lengthOf(report.problems, 21)
  assert.strictEqual(report.problemCount, 1004)
})

it("any changed byte of a message shows, and any bytes at all can be looked at", async () => {
  const files = await filesOf(session())
  const last = files.at(-1)!
  await fc.assert(
    fc.asyncProperty(fc.nat(last.bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = last.bytes.map((byte, index) => index === at ? byte ^ change : byte)
      assert.isNotEmpty(await problemsOf([...files.slice(0, -1), { ...last, bytes }]))
    }),
    { numRuns: 60 }
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      assert.isNotEmpty(await problemsOf([...files, { name: "Unixt_1_Sig-5_Log-Sys_Event.log", bytes }]))
    }),
    { numRuns: 60 }
  )
})

it("a log of another device is told twenty times, and counted", async () => {
  const used = new DeviceSession("device", keyOfSeed("other", "secp256r1"))
  for (let n = 0; n < 60; n++) used.command("StartTransaction", { ClientID: "POS001" })
  const report = await check(await filesOf(used), keyOfSeed("export", "secp256r1").publicKey)
  const told = report.problems.filter(({ problem }) => problem === "it is another device's")
  assert.deepStrictEqual([told.length, report.messages], [20, 60])
  assert.isAtLeast(report.problemCount, 60)
})

it("what is no archive is called so", async () => {
  for (const bytes of [Buffer.from("PK\u0003\u0004 a ZIP".padEnd(2000, "x")), Buffer.alloc(700, 0x1f)]) {
    const read = Array.fromAsync(unpack(new Blob([bytes]).stream()))
    assert.match(await read.then(() => "read", String), /it is no TAR archive/)
  }
})
