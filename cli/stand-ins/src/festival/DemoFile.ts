import type { Contents } from "@wristbank/core/eventfile/EventFile"
import { parse } from "@wristbank/core/eventfile/EventFileText"
import { DateTime, Result } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { openFor } from "./DemoEvent.ts"

const name = "demo-festival.yaml"

/** All that is set up at the demo festival, as `wristbank event apply` reads it. */
const demoFile: Contents = Result.getOrThrow(
  parse(name, readFileSync(new URL(name, import.meta.url), "utf8"))
).contents

/** The objects of a section of the file. */
export const inFile = (section: string) => demoFile[section] ?? []

const chipKey = () => randomBytes(16).toString("hex")

/** The secrets that the file names, except those of its people. Stand-ins take any key. */
export const demoSecrets = (): Readonly<Record<string, string>> => ({
  SUMUP_API_KEY: "demo",
  SUMUP_AFFILIATE_KEY: "demo",
  SUMUP_OAUTH_CLIENT_SECRET: "demo",
  USER_TAG_KEY0: chipKey(),
  USER_TAG_KEY1: chipKey()
})

/** Long enough that the festival still runs when a user returns to the demo after some days. */
const festivalDays = 14

/** The festival's file, with dates of a festival that has been open for a while. */
export const demoFileFrom = (now: DateTime.DateTime): Contents => {
  const start = DateTime.startOf(DateTime.subtract(DateTime.toUtc(now), { hours: openFor }), "day")
  const dates = {
    start_date: DateTime.formatIso(start),
    end_date: DateTime.formatIso(DateTime.add(start, { days: festivalDays }))
  }
  return { ...demoFile, settings: inFile("settings").map((settings) => ({ ...settings, ...dates })) }
}
