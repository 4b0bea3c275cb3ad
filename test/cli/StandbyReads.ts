import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { administrator } from "../support/administration.ts"
import type { Surroundings } from "../support/BookingLoad.ts"
import { runCommand } from "./runCommand.ts"
import type { Site } from "./Site.ts"

const day = 86_400_000

/** Gives the event of the surroundings the dates that reports need. */
export const dateEvent = ({ festival }: Surroundings): Promise<unknown> => {
  const today = Math.floor(Date.now() / day) * day
  const [start_date, end_date] = [today, today + 2 * day].map((moment) => new Date(moment).toISOString())
  return Effect.runPromise(festival.configure({ time_zone: "UTC", start_date, end_date, daily_end_time: "00:00" }))
}

/** Runs what reads the whole ledger on a standby, which refuses to write. */
export const readFrom = async (
  { environment, folder }: Site,
  { festival }: Surroundings,
  standby: Redacted.Redacted
) => {
  const place = { cwd: folder, environment: { ...environment, DATABASE_URL: Redacted.value(standby) } }
  const commands = [
    ["doctor", "--json"],
    ["report", "revenue", "--node", festival.event, "--as", administrator.login, "--output", "revenue.json", "--force"],
    ["export", "line-items", "--event", festival.event, "--as", administrator.login, "--output", "lines.csv", "--force"]
  ]
  for (const command of commands) {
    const { code, stderr, stdout } = await runCommand(command.map(String), place)
    assert.strictEqual(code, 0, `${command[0]}: ${stdout}${stderr}`)
  }
}
