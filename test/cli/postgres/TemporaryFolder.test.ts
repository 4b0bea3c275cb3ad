import { assert, it } from "@effect/vitest"
import * as TemporaryFolder from "@wristbank/cli/postgres/TemporaryFolder"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

it.effect("a temporary folder is there until its scope ends, and not removed as one that was left", () =>
  Effect.gen(function*() {
    const folder = yield* Effect.scoped(Effect.gen(function*() {
      const made = yield* TemporaryFolder.make
      yield* TemporaryFolder.removeAbandoned()
      assert.isTrue(existsSync(made))
      return made
    }))
    assert.isFalse(existsSync(folder))
  }))

it.effect("a folder of a process that ended is removed, and nothing else", () =>
  Effect.gen(function*() {
    const parent = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
    )
    const ended = spawnSync(process.execPath, ["--version"]).pid
    const left = `wristbank-postgres-${ended}-aaaaaa`
    const kept = [
      `wristbank-postgres-${process.pid}-aaaaaa`,
      `wristbank-postgres-aaaaaa`,
      `wristbank-test-${ended}-aaaaaa`,
      `my-wristbank-postgres-${ended}-aaaaaa`
    ]
    yield* Effect.promise(async () => {
      for (const name of [left, ...kept]) {
        await mkdir(join(parent, name, "postgres"), { recursive: true })
        await writeFile(join(parent, name, "postgres", "PG_VERSION"), "18")
      }
    })
    yield* TemporaryFolder.removeAbandoned([parent, join(parent, "nowhere")])
    assert.sameMembers(yield* Effect.promise(() => readdir(parent)), kept)
  }))
