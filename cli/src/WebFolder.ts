import { Effect, Schema } from "effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** A published package brings the built web applications in this folder. */
const published = pathOf("../web")

/** In a clone, this folder has the builds, and a file that names the current one. */
const builds = pathOf("../../web/dist")

const Stamp = Schema.fromJsonString(Schema.Struct({ folder: Schema.String }))

/** The folder of the built web applications; `undefined` when none were built, so that only the APIs are served. */
export const builtWebFolder = Effect.gen(function*() {
  if (existsSync(published)) return published
  const stamp = `${builds}/.stamp`
  if (!existsSync(stamp)) return undefined
  const text = yield* Effect.promise(() => readFile(stamp, "utf8"))
  const { folder } = yield* Effect.orDie(Schema.decodeUnknownEffect(Stamp)(text))
  return `${builds}/${folder}`
})
