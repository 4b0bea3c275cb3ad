import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { receipts } from "../core/tse/receipts.ts"
import { serial } from "../core/tse/transcripts.ts"
import { runCommand, spawnCommand } from "./runCommand.ts"

const folder = mkdtempSync(join(tmpdir(), "wristbank-receipt-"))
afterAll(() => rmSync(folder, { recursive: true }))

const verify = (...args: ReadonlyArray<string>) => runCommand(["receipt", "verify", ...args], { cwd: folder })

const { text } = receipts[1]

describe("wristbank receipt verify", () => {
  it("says that a code is right, and who signed it", async () => {
    const { code, stdout } = await verify(text)
    assert.strictEqual(code, 0)
    assert.match(stdout, /^till +1000$/m)
    assert.match(stdout, new RegExp(`^device +${serial}$`, "m"))
    assert.match(stdout, /^form +right$/m)
    assert.match(stdout, /^signature +valid$/m)
  })

  it("reads it from a file or standard input", async () => {
    writeFileSync(join(folder, "code.txt"), `${text}\n`)
    assert.strictEqual((await verify("code.txt")).code, 0)
    const piped = await spawnCommand(["receipt", "verify", "-"], { cwd: folder, input: `${text}\n` })
    assert.strictEqual(piped.code, 0, piped.stderr)
  })

  it("ends with 3 for a forged code", async () => {
    const { code, stdout } = await verify(text.replace("6.00:Unbar", "6.01:Unbar"))
    assert.strictEqual(code, 3)
    assert.match(stdout, /^form +right\nsignature +NOT VALID/m)
  })

  it("ends with 3 for a signed code that is badly written", async () => {
    const { code, stdout } = await verify("--json", receipts[5].text)
    assert.strictEqual(code, 3)
    const { form, receipt, signature } = JSON.parse(stdout)
    assert.deepStrictEqual(form, [{ field: 3, fault: "there is no such process type" }])
    assert.strictEqual(signature, "valid")
    assert.strictEqual(receipt.transactionNumber, "160504")
  })

  it("ends with 1 for what is no code or no file", async () => {
    const none = await verify("V0;1000;Kassenbeleg-V1")
    assert.strictEqual(none.code, 1)
    assert.include(none.stderr, "has 3 fields")
    const missing = await verify("missing.txt")
    assert.strictEqual(missing.code, 1)
    assert.include(missing.stderr, "missing.txt can't be read: there is no such file")
    const nothing = await verify("")
    assert.strictEqual(nothing.code, 1)
    assert.match(nothing.stderr, /^Give the text of a code/)
    writeFileSync(join(folder, "codes.txt"), `${text}\n${text}\n`)
    const several = await verify("codes.txt")
    assert.strictEqual(several.code, 1)
    assert.match(several.stderr, /several lines/)
    assert.strictEqual(several.stdout, "")
  })
})
