import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Schema } from "effect"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { atDemo, prepareDemo } from "./DemoFestival.ts"
import { demoGuide } from "./DemoGuide.ts"
import { demoSheet } from "./DemoSheet.ts"
import type { StandIns } from "./StandIns.ts"

/** Raised when the description of the demo festival can't be written to the data folder. */
export class DemoSheetError extends Schema.TaggedError<DemoSheetError>()("DemoSheetError", {
  message: Schema.String
}) {}

/**
 * Makes the demo festival if it does not exist. The returned lines explain how to try it, and `demo.txt` keeps them for scripts;
 * the guide tells the same as it is at the time. Card provider, signing device, ticket shop and
 * device management are stand-ins, if there are any.
 */
export const demo = Effect.fnUntraced(function*({ cards, device, deviceManagement, shop }: StandIns) {
  const { dataDir } = yield* Configuration
  const caller = yield* prepareDemo({ device, deviceManagement, shop })
  if (caller === undefined) return { lines: [], guide: null, eventId: null }
  const guide = yield* guideOf(caller.eventId)
  const lines = demoSheet(yield* guide, { cards, device, shop })
  yield* Effect.tryPromise({
    try: () => keep(dataDir, `${lines.join("\n")}\n`),
    catch: (cause) =>
      new DemoSheetError({ message: `demo.txt can't be written: ${cause instanceof Error ? cause.message : cause}` })
  })
  return { lines, guide, eventId: caller.eventId }
})

/** The guide of the demo festival, as it is at the time when it is asked. */
export const guideOf = Effect.fnUntraced(function*(eventId: bigint) {
  const caller = yield* atDemo(eventId)
  return Effect.provideContext(demoGuide(caller), yield* Effect.context<GuideServices>())
})

type GuideServices = Effect.Services<ReturnType<typeof demoGuide>>

// Registration codes open terminals, so only the owner may read the file.
const keep = async (folder: string, text: string) => {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const draft = join(folder, `demo.txt.${process.pid}`)
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, join(folder, "demo.txt"))
}
