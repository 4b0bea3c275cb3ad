import { Configuration } from "@wristbank/core/config/Configuration"
import { Effect, Schema } from "effect"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { prepareDemo } from "./DemoFestival.ts"
import { demoSheet } from "./DemoSheet.ts"
import type { StandIns } from "./StandIns.ts"

/** Raised when what is shown of the demo festival can't be written to the data folder. */
export class DemoSheetError extends Schema.TaggedError<DemoSheetError>()("DemoSheetError", {
  message: Schema.String
}) {}

/**
 * The demo festival, made where there is none; the lines tell how to try it and are kept for scripts in `demo.txt`. Card
 * provider and signing device are the stand-ins, where it has them.
 */
export const demo = Effect.fnUntraced(function*({ cards, device }: StandIns) {
  const { dataDir } = yield* Configuration
  const caller = yield* prepareDemo(device)
  if (caller === undefined) return []
  const lines = yield* demoSheet(caller, { cards, device })
  yield* Effect.tryPromise({
    try: () => keep(dataDir, `${lines.join("\n")}\n`),
    catch: (cause) =>
      new DemoSheetError({ message: `demo.txt can't be written: ${cause instanceof Error ? cause.message : cause}` })
  })
  return lines
})

// Registration codes open terminals, so nobody else may read them.
const keep = async (folder: string, text: string) => {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const draft = join(folder, `demo.txt.${process.pid}`)
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, join(folder, "demo.txt"))
}
