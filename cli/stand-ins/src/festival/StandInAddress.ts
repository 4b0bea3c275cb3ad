import { Configuration } from "@wristbank/core/base/Configuration"
import { isAlive } from "@wristbank/core/base/ProcessId"
import { Effect } from "effect"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { canHoldDemo } from "./DemoEvent.ts"

/** A file of the data folder that has the process and the address of a stand-in. */
type AddressFile = "demo-cards.address" | "demo-shop.address"

const pathOf = (name: AddressFile) => Effect.map(Configuration, ({ dataDir }) => join(dataDir, name))

/** Keeps the address of a stand-in of this process for commands of other shells, until the scope closes. */
export const keepAddress = Effect.fnUntraced(function*(name: AddressFile, url: string) {
  const { dataDir } = yield* Configuration
  const path = yield* pathOf(name)
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o711 })
      await writeFile(path, `${process.pid} ${url}`)
    }),
    () => Effect.promise(() => rm(path, { force: true }))
  )
})

/** The address of a stand-in that a live process runs for the demo on this database; null when there is none. */
export const runningAddress = Effect.fnUntraced(function*(name: AddressFile) {
  const path = yield* pathOf(name)
  const [pid, address] = (yield* Effect.promise(() => readFile(path, "utf8").catch(() => ""))).split(" ")
  const url = URL.parse(address ?? "")
  return url !== null && isAlive(Number(pid)) && (yield* canHoldDemo) ? url : null
})
