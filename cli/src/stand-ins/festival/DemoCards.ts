import type { CardStandIn } from "@wristbank/core/card/CardStandIn"
import { Configuration, defaultCardProvider } from "@wristbank/core/config/Configuration"
import { Context, Effect, Layer } from "effect"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { isAlive } from "../../ProcessId.ts"
import { paid } from "../card-provider/FakeAnswer.ts"
import { FakeSumUp } from "../card-provider/FakeSumUp.ts"
import { cardTopUps } from "./DemoBookings.ts"
import { eveningCardTopUps } from "./DemoEvenings.ts"
import { canHoldDemo, festivalName, merchantCode } from "./DemoEvent.ts"

/** Whether the demo event uses the stand-in. A configured provider is left alone. */
const canUseStandIn = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  return sumupUrl.href === defaultCardProvider.href && (yield* canHoldDemo)
})

/** The stand-in at an address, for the demo event only: payments of other events are real. */
const standInAt = (url: URL): CardStandIn => ({
  eventName: festivalName,
  merchantCode,
  url
})

/** The file in the data folder with the address and the process of the stand-in. */
const addressFile = Effect.map(Configuration, ({ dataDir }) => join(dataDir, "demo-cards.address"))

/**
 * Starts the stand-in for the card provider until the scope closes; returns its address. Commands of other shells find it
 * by a file in the data folder.
 */
export const demoCards = Effect.gen(function*() {
  if (!(yield* canUseStandIn)) return undefined
  const { dataDir } = yield* Configuration
  const fake = Context.get(yield* Layer.build(FakeSumUp.layer), FakeSumUp)
  for (const { amount, uuid } of [...cardTopUps, ...eveningCardTopUps]) fake.book.answer(uuid, paid(amount))
  const path = yield* addressFile
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o711 })
      await writeFile(path, `${process.pid} ${fake.url}`)
    }),
    () => Effect.promise(() => rm(path, { force: true }))
  )
  return standInAt(new URL(fake.url))
})

/** The stand-in that a live process runs for the demo on this database; `undefined` when there is none. */
export const runningCards = Effect.gen(function*() {
  const path = yield* addressFile
  const [pid, address] = (yield* Effect.promise(() => readFile(path, "utf8").catch(() => ""))).split(" ")
  const url = URL.parse(address ?? "")
  return url !== null && isAlive(Number(pid)) && (yield* canUseStandIn) ? standInAt(url) : undefined
})
