import { assert, it } from "@effect/vitest"
import { mayWrite, writeWhole } from "@wristbank/cli/files/OutputFile"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-output-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

it.effect("a file appears whole, for its owner alone, and is replaced by force alone", () =>
  Effect.gen(function*() {
    const home = yield* folder
    const path = join(home, "bank.xml")
    yield* mayWrite({ path, force: false })
    assert.strictEqual(yield* writeWhole({ path, force: false }, "first"), path)
    assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    // The file was made between the check and the write.
    for (const refused of [mayWrite({ path, force: false }), writeWhole({ path, force: false }, "second")]) {
      assert.include((yield* Effect.flip(Effect.asVoid(refused))).message, "bank.xml is there already")
    }
    assert.strictEqual(readFileSync(path, "utf8"), "first")
    const nowhere = join(home, "nowhere")
    for (const force of [false, true]) {
      const { message } = yield* Effect.flip(mayWrite({ path: join(nowhere, "bank.xml"), force }))
      assert.strictEqual(
        message,
        `${join(nowhere, "bank.xml")} was not written: there is no folder ${nowhere}, so make it first`
      )
    }
    yield* mayWrite({ path, force: true })
    yield* writeWhole({ path, force: true }, "second")
    assert.strictEqual(readFileSync(path, "utf8"), "second")
    assert.deepStrictEqual(readdirSync(home), ["bank.xml"])
  }))

it.effect("takes away what a killed command left of the same file, and nothing else", () =>
  Effect.gen(function*() {
    const home = yield* folder
    const uuid = randomUUID()
    // No process has such a high id.
    const [dead, alive] = [999_999_999, process.ppid]
    const kept = [
      `bank.xml.${alive}.${uuid}`,
      `bank.xml.${dead}.old`,
      `bank.xml.${uuid}`,
      `bank.xml.bak.${dead}.${uuid}`,
      `other.xml.${dead}.${uuid}`
    ]
    for (const name of [...kept, `bank.xml.${dead}.${uuid}`]) writeFileSync(join(home, name), "draft")
    mkdirSync(join(home, `.bank.xml.${dead}.${uuid}-a1B2c3`))
    writeFileSync(join(home, `.bank.xml.${dead}.${uuid}-a1B2c3`, "rows"), "rows")
    yield* writeWhole({ path: join(home, "bank.xml"), force: false }, "text")
    assert.sameMembers(readdirSync(home), [...kept, "bank.xml"])
  }))

it.effect("says which file it can't write, and leaves nothing behind", () =>
  Effect.gen(function*() {
    const home = yield* folder
    const path = join(home, "no-folder", "bank.xml")
    const { message } = yield* Effect.flip(writeWhole({ path, force: false }, "text"))
    assert.include(message, `${path} was not written`)
    assert.isEmpty(readdirSync(home))
  }))
