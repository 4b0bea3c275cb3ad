import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { closeSync, existsSync, openSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const full = "/dev/full"

/** Runs Node with its output on a full disk. */
const onFullDisk = (args: ReadonlyArray<string>, isErrorFull: boolean) => {
  const disk = openSync(full, "w")
  try {
    return spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, WRISTBANK_FROM_SOURCES: "1" },
      stdio: ["ignore", disk, isErrorFull ? disk : "pipe"]
    })
  } finally {
    closeSync(disk)
  }
}

it.skipIf(!existsSync(full))(
  "a command whose output does not fit says that it is not complete, and ends with 1",
  () => {
    const { status, stderr } = onFullDisk(["cli/bin/wristbank.js", "event", "schema"], false)
    assert.match(stderr, /^The output can't be written, so it is not complete: ENOSPC[^\n]*\n$/)
    assert.strictEqual(status, 1)
  },
  60_000
)

it.skipIf(!existsSync(full))("a server goes on when what it prints does not fit", () => {
  const script = `
    import { watchOutput } from "./cli/src/files/OutputFault.ts"
    watchOutput(true)
    process.stdout.write("ready")
    process.stderr.write("warning")
    setTimeout(() => process.exit(7), 50)`
  assert.strictEqual(onFullDisk(["--input-type=module", "--eval", script], true).status, 7)
}, 60_000)
