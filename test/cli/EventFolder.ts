import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { runOnDatabase } from "./runCommand.ts"

/** Steps that take longer than a second are shown on standard error. */
export const withoutProgress = <O extends { readonly stderr: string }>(outcome: O): O => ({
  ...outcome,
  stderr: outcome.stderr.replaceAll(/^(?:Archiving|Comparing|Making|Reading|Trying) the .*\n/gm, "")
})

/** A folder, and the commands about events in it, in the name of the administrator. */
export const folder = Effect.gen(function*() {
  const cwd = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-event-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const event = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
    Effect.map(
      runOnDatabase(["event", ...args, "--as", administrator.login], { cwd, environment }),
      withoutProgress
    )
  const apply = (text: string, ...args: ReadonlyArray<string>) => {
    writeFileSync(join(cwd, "festival.yaml"), text)
    return event(["apply", "festival.yaml", ...args])
  }
  return { apply, cwd, event, write: (text: string) => writeFileSync(join(cwd, "festival.yaml"), text) }
})
