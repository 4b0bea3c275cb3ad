import { assert, it } from "@effect/vitest"
import { mayWrite, writeWhole } from "@wristbank/cli/OutputFile"
import { Effect } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
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
    // Somebody made the file after it was looked for.
    for (const refused of [mayWrite({ path, force: false }), writeWhole({ path, force: false }, "second")]) {
      assert.include((yield* Effect.flip(Effect.asVoid(refused))).message, "bank.xml is there already")
    }
    assert.strictEqual(readFileSync(path, "utf8"), "first")
    yield* mayWrite({ path, force: true })
    yield* writeWhole({ path, force: true }, "second")
    assert.strictEqual(readFileSync(path, "utf8"), "second")
    assert.deepStrictEqual(readdirSync(home), ["bank.xml"])
  }))

it.effect("says which file it can't write, and leaves nothing behind", () =>
  Effect.gen(function*() {
    const home = yield* folder
    const path = join(home, "no-folder", "bank.xml")
    const { message } = yield* Effect.flip(writeWhole({ path, force: false }, "text"))
    assert.include(message, `${path} was not written`)
    assert.isEmpty(readdirSync(home))
  }))
