import * as Database from "@wristbank/core/sql/Database"
import { Effect, Layer, Logger, Redacted } from "effect"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import type { Surroundings } from "../support/BookingLoad.ts"
import { Festival } from "../support/Festival.ts"
import { Address } from "../support/FestivalServer.ts"
import { copyFolder, preparedFolder, runFolder } from "../support/runFolder.ts"
import { end, freePort, type Killable, start } from "./Killable.ts"

/** A folder of a test's own, and what processes need that serve from there. */
export interface Site {
  readonly folder: string
  /** The data folder of the embedded PostgreSQL. */
  readonly postgres: string
  readonly environment: Readonly<Record<string, string>>
  readonly port: number
  /** The address below which the APIs are. */
  readonly address: string
}

export const site = async (): Promise<Site> => siteIn(await runFolder())

const siteIn = async (folder: string): Promise<Site> => {
  const port = await freePort()
  const environment = {
    WRISTBANK_DATA_DIR: join(folder, "data"),
    WRISTBANK_SECRET_KEY: "a key of the tests that has 32 characters or more",
    WRISTBANK_ADMIN_LOGIN: administrator.login,
    WRISTBANK_ADMIN_PASSWORD: administrator.password
  }
  return { folder, postgres: join(folder, "data/postgres"), environment, port, address: `http://127.0.0.1:${port}/api` }
}

/**
 * As `site`, with a database that is up to date and has its administrator, as `up` makes it. It is a copy of one that is made once
 * in a run.
 */
export const installedSite = async (): Promise<Site> => {
  const installed = await preparedFolder("installed", async (folder) => {
    await end(await up(await siteIn(folder)), "SIGINT")
  })
  const made = await site()
  await copyFolder(join(installed, "data"), join(made.folder, "data"))
  return made
}

const listenAt = (port: number) => ["--host", "127.0.0.1", "--port", String(port)]

/** A server with a PostgreSQL of its own. */
export const up = ({ environment, folder, port }: Site): Promise<Killable> =>
  start(["up", "--no-demo", ...listenAt(port)], { cwd: folder, environment })

/** A server on a database. */
export const serve = ({ environment, folder, port }: Site, url: string): Promise<Killable> =>
  start(["serve", ...listenAt(port)], { cwd: folder, environment: { ...environment, DATABASE_URL: url } })

/** The workers on a database. */
export const work = ({ environment, folder }: Site, url: string): Promise<Killable> =>
  start(["work"], { cwd: folder, environment: { ...environment, DATABASE_URL: url }, ready: "signing" })

/** Sets a festival with four tills and some guests up through the running server. */
export const openFestival = ({ address }: Site, url: string, guests = 24): Promise<Surroundings> => {
  const database = Database.layer({ url: Redacted.make(url), connections: 1 })
  return Effect.runPromise(
    Effect.gen(function*() {
      const festival = yield* Festival.make
      const tills = yield* Effect.forEach([1, 2, 3], () => festival.tills.open({ float: 500 }))
      const made = yield* Effect.forEach(Array.from({ length: guests }), () => festival.guest({ vouchers: 40 }))
      return { addresses: [`${address}/terminal`], festival, tills: [festival.bar, ...tills], guests: made }
    }).pipe(
      Effect.provide(Layer.merge(database, Layer.succeed(Address, address))),
      Effect.provide(Logger.layer([]))
    )
  )
}
