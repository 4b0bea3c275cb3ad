import { Effect, Schema } from "effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const Stamp = Schema.fromJsonString(Schema.Struct({ folder: Schema.String }))

/**
 * The folder of the web applications that belong to the package in a folder; `undefined` when none were built, so that only
 * the APIs are served. A published package brings them in `web`. In a clone, `web/dist` beside the package has the builds, and
 * a file that names the current one.
 */
export const webFolderOf = Effect.fnUntraced(function*(packageFolder: string) {
  const [published, builds] = [join(packageFolder, "web"), join(packageFolder, "../web/dist")]
  if (existsSync(published)) return published
  if (!existsSync(join(builds, ".stamp"))) return undefined
  const text = yield* Effect.promise(() => readFile(join(builds, ".stamp"), "utf8"))
  const { folder } = yield* Effect.orDie(Schema.decodeUnknownEffect(Stamp)(text))
  return join(builds, folder)
})

/** The folder of the web applications of this package. */
export const webFolder = webFolderOf(fileURLToPath(new URL("../..", import.meta.url)))
