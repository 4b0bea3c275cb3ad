import { assert, layer } from "@effect/vitest"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { isDeepStrictEqual } from "node:util"
import { administrator } from "../support/administration.ts"
import { businessDaySince } from "../support/businessDay.ts"
import { TestDatabase } from "../support/database.ts"
import { Festival, payOut, sale, topUp } from "../support/Festival.ts"
import { takeCards } from "../support/FestivalCards.ts"
import { sound } from "../support/FestivalPayments.ts"
import { type Body, caller, done, patiently } from "../support/FestivalServer.ts"
import { terminalCalls } from "../support/FestivalTill.ts"
import { secretKey } from "../support/secrets.ts"
import { servedFestival } from "../support/Servers.ts"
import { counted, rounds, tell } from "../support/Torture.ts"
import { end, freePort, start } from "./Killable.ts"

/** How often the clock of a server jumps; set by `CLOCK_CASES`. */
const cases = Number(process.env.CLOCK_CASES ?? 4)

const minute = 60_000
const hour = 60 * minute

/** The last Sunday of a month, 01:00 UTC: clocks of the European Union change then. */
const change = (year: number, month: number) => {
  const last = new Date(Date.UTC(year, month, 0, 1))
  return last.getTime() - last.getUTCDay() * 24 * hour
}

const year = new Date().getUTCFullYear()

/** Where the clock of the server is put, in milliseconds from the right time. From one to the next it jumps, also back. */
const wrong: ReadonlyArray<readonly [string, () => number]> = [
  ["ten minutes ahead", () => 10 * minute],
  ["a day behind", () => -24 * hour],
  ["a second before the next year", () => Date.UTC(year + 1, 0, 1, -1) - 1_000 - Date.now()],
  ["a second before winter time", () => change(year + 1, 10) - 1_000 - Date.now()],
  ["an hour behind", () => -hour],
  ["an hour ahead", () => hour],
  ["a day ahead", () => 24 * hour],
  ["a second before summer time", () => change(year + 1, 3) - 1_000 - Date.now()]
]

const anyShift = () => Math.round((Math.random() - 0.5) * 96 * hour)

/** A server in a process of its own, on the festival's database, whose clock can be set. */
const shiftedServer = Effect.gen(function*() {
  const { serverUrl } = yield* TestDatabase
  const { url: sumUp } = yield* FakeSumUp
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-clock-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const file = join(folder, "shift")
  writeFileSync(file, String(-3 * hour))
  const port = yield* Effect.promise(freePort)
  const { child } = yield* Effect.acquireRelease(
    Effect.promise(() =>
      start(["serve", "--host", "127.0.0.1", "--port", String(port)], {
        cwd: folder,
        environment: {
          DATABASE_URL: Redacted.value(serverUrl),
          WRISTBANK_SECRET_KEY: secretKey,
          WRISTBANK_SUMUP_URL: sumUp,
          TZ: "Europe/Berlin",
          CLOCK_FILE: file,
          NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "shiftClock.ts")).href}`
        }
      })
    ),
    (running) => Effect.promise(() => end(running, "SIGKILL"))
  )
  const setClock = (millis: number) =>
    Effect.promise(async () => {
      writeFileSync(file, String(millis))
      rmSync(`${file}.seen`, { force: true })
      child.kill("SIGUSR2")
      while (!existsSync(`${file}.seen`) || readFileSync(`${file}.seen`, "utf8") !== String(millis)) await pause(5)
    })
  return { address: `http://127.0.0.1:${port}/api`, setClock }
})

/** Columns whose times are ahead on purpose. */
const ahead = /^(event\.|.*(?:expires|until|next|not_before|free_at|due|retry))/

/** The earliest and latest time in each column of the database, and its present time; in milliseconds since 1970. */
const times = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.atttypid = 'timestamptz'::regtype
    order by c.relname, a.attname`
  const each = columns.filter(({ column, table }) => !ahead.test(`${table}.${column}`)).map(({ column, table }) =>
    `select '${table}.${column}' as name, min(extract(epoch from "${column}"))::float8 * 1000 as first,
      max(extract(epoch from "${column}"))::float8 * 1000 as last from "${table}"`
  )
  const found = yield* sql.unsafe<{ name: string; first: number | null; last: number | null }>(each.join(" union all "))
  const [row] = yield* sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`
  return { now: row!.now, columns: new Map(found.map((column) => [column.name, column])) }
})

/** Milliseconds by which a process may know the database's clock wrongly. */
const doubt = 1_000

/** Milliseconds for which a server may answer with the same overview. */
const keptFor = 15_000

/** Columns with a time that was not when it was written. */
const misdated = (before: Effect.Success<typeof times>, after: Effect.Success<typeof times>) =>
  Array.from(after.columns.values()).flatMap(({ first, last, name }) => {
    const earliest = before.columns.get(name)?.first ?? before.now
    const tooEarly = first !== null && first < Math.min(earliest, before.now) - doubt
    const tooLate = last !== null && last > after.now + doubt
    return tooEarly || tooLate ? [`${name}: ${new Date(Number(tooEarly ? first : last)).toISOString()}`] : []
  })

/** What servers say of today: the overview of the event, its daily report and its takings. */
const today = Effect.fnUntraced(function*(address: string, token: string, day: string) {
  const { event } = yield* Festival
  const office = caller(`${address}/administration`, token)
  const report = { relevant_node_ids: [event], report_date: day }
  const daily = done(yield* office("POST", `/tree/nodes/${event}/generate-daily-report?format=json`, report)).body
  const now = done(yield* office("GET", `/now?node_id=${event}`)).body
  const made = (daily.head as Body).made_at
  return {
    /** When the server says that it is. */
    moments: [now.at, made].map((at) => Date.parse(String(at))),
    now: { ...now, at: null },
    takings: done(yield* office("GET", `/stats/takings?by=method&node_id=${event}`)).body,
    daily: { ...daily, head: { ...daily.head as Body, made_at: null } }
  }
})

/** Settings by which a business day of the event began two hours ago. */
const dated = Effect.gen(function*() {
  const { configure } = yield* Festival
  const { day, settings } = businessDaySince(2)
  yield* configure(settings)
  return day
})

/** Books and signs in through the server with the wrong clock; returns the times of the bookings that it answered. */
const act = Effect.fnUntraced(function*(address: string) {
  const { bar, event, guest, press } = yield* Festival
  const buyer = yield* guest({ balance: 50, vouchers: 2 })
  const { get, post } = terminalCalls(address, bar.token)
  const sold = done(yield* post("/order/book-sale", sale([press("beer")], buyer))).body
  const raised = done(yield* post("/order/book-topup", topUp(buyer, 5))).body
  const paid = done(yield* post("/order/book-payout", payOut(buyer, -2))).body
  done(yield* post(`/order/${sold.id}/cancel`))
  done(yield* post("/user/grant-vouchers", { vouchers: 1, user_tag_uid: buyer.uid }))
  const card = topUp(buyer, 3, { payment_method: "sumup" })
  const registered = done(yield* post("/order/register-pending-topup", card)).body
  done(yield* get("/order"))
  const signIn = { pin: buyer.pin, node_id: event }
  const portal = yield* patiently(caller(`${address}/customer`, null)("POST", "/auth/login", signIn))
  const credentials = { username: administrator.login, password: administrator.password, node_id: null }
  const office = yield* patiently(caller(`${address}/administration`, null)("POST", "/auth/login", credentials))
  return {
    token: String((done(office).body.success as Body).token),
    portal: String(done(portal).body.access_token),
    booked: [sold, raised, paid, registered].map(({ booked_at }) => Date.parse(String(booked_at)))
  }
})

const withCards = Layer.provideMerge(Layer.effectDiscard(takeCards), servedFestival)

layer(withCards, { excludeTestServices: true })("a server with a wrong clock", (it) => {
  it.effect("books, reports and signs in as if it were right", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { address: straight, token } = yield* Festival
      const { address, setClock } = yield* shiftedServer
      const day = yield* dated
      const differences: Array<string> = []
      let bookings = 0
      let tried = 0
      for (const n of rounds(cases)) {
        const [name, shift] = wrong[n] ?? ["anywhere", anyShift]
        // One account may sign in 30 times within a quarter of an hour.
        yield* sql`delete from sign_in_failure`
        const before = yield* times
        yield* setClock(shift())
        const { booked, portal, token: own } = yield* act(address)
        // Sessions of either server are valid on the other.
        const both = Effect.all([today(address, token, day), today(straight, own, day)])
        const asked = performance.now()
        const [{ moments, ...here }, { moments: _, ...there }] = yield* Effect.repeat(both, {
          until: ([{ now }, other]) => isDeepStrictEqual(now, other.now) || performance.now() - asked > keptFor,
          schedule: Schedule.spaced("100 millis")
        })
        assert.deepStrictEqual(here, there, name)
        done(yield* caller(`${straight}/customer`, portal)("GET", "/customer"))
        const after = yield* times
        bookings += booked.length
        tried++
        const off = [
          ...booked.filter((at) => at < before.now - doubt || at > after.now + doubt),
          ...moments.filter((at) => at < before.now - keptFor || at > after.now + doubt)
        ]
        differences.push(...[...off.map((at) => new Date(at).toISOString()), ...misdated(before, after)].map((what) =>
          `${name}: ${what}`
        ))
      }
      tell(
        `${counted(tried, "jump")} of a server's clock beside a server with the right one, ${
          counted(bookings)
        } bookings, ` +
          `${counted(differences.length)} wrong times`
      )
      assert.deepStrictEqual(differences, [])
      yield* sound
    }).pipe(Effect.scoped))
})
