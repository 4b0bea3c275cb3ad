import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { Festival } from "../support/Festival.ts"
import { sound } from "../support/FestivalPayments.ts"
import { payoutOffice, tomorrow } from "../support/FestivalPayouts.ts"
import { counted, tell } from "../support/Torture.ts"
import { runOnDatabase, wristbank } from "./runCommand.ts"

/** Further kills of each command, after any number of round trips to the database. */
const more = Number(process.env.PAYOUT_KILLS ?? 0)

/**
 * The moment of a kill: as the command sends a statement with this text, after this many round trips, or as it writes its
 * file.
 */
type Moment = { readonly statement: string } | { readonly roundTrips: number } | "file"

const mailing = {
  sepa_enabled: true,
  sepa_description: "Festival {user_tag_uid}",
  email_enabled: true,
  email_default_sender: "desk@fest.example",
  email_smtp_host: "localhost",
  email_smtp_port: 1
}

/** Runs a command in a process of its own and kills it with SIGKILL at the moment; returns whether it was still running. */
const killed = Effect.fnUntraced(function*(args: ReadonlyArray<string>, cwd: string, moment: Moment) {
  const proxy = yield* DatabaseProxy
  const child = spawn(process.execPath, [wristbank, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, DATABASE_URL: Redacted.value(proxy.url) },
    stdio: "ignore"
  })
  const kill = () => void child.kill("SIGKILL")
  const exit = once(child, "exit")
  const watcher = watch(cwd, () => moment === "file" && kill())
  if (moment !== "file") {
    yield* "statement" in moment ? proxy.whenSent(moment.statement, kill) : proxy.after(moment.roundTrips, kill)
  }
  yield* Effect.promise(() => exit)
  watcher.close()
  yield* proxy.after(Infinity, () => {})
  return child.signalCode === "SIGKILL"
})

/** A command on a run of one guest, and its result in the end, however often it was killed. */
interface Killed {
  readonly name: string
  /** Makes the initial state. */
  readonly make: Effect.Effect<{ readonly id: number }>
  readonly args: (run: number) => ReadonlyArray<string>
  /** The file that it writes, if any. */
  readonly file?: string
  /** The refusal when it was done already. */
  readonly refusal: string
  /** The changes of the event's accounts, in major units. */
  readonly moves: { readonly [label: string]: number }
  /** Mails to the guest. */
  readonly letters: number
  readonly moments: ReadonlyArray<Moment>
}

const commands = Effect.gen(function*() {
  const { configure } = yield* Festival
  const { created, payee } = yield* payoutOffice
  const sql = yield* SqlClient.SqlClient
  yield* configure(mailing)
  const cleared = Effect.orDie(sql`update customer set has_entered_info = false`)
  const guest = Effect.andThen(cleared, payee(10, { donation: 300n }))
  const open = Effect.andThen(guest, created())
  const ordered = Effect.tap(open, ({ sepa }) => sepa(tomorrow))
  const fileOf = (name: string) => ({
    file: name,
    refusal: `${name} is there already`,
    moves: {},
    letters: 0,
    make: open
  })
  const commit = { statement: "COMMIT" }
  const all: ReadonlyArray<Killed> = [
    {
      name: "create",
      make: Effect.as(guest, { id: 0 }),
      args: () => ["--yes"],
      refusal: "no one to pay out",
      moves: { payout_reserve: 10 },
      letters: 0,
      moments: [{ statement: "from book(" }, { statement: "set reserving_posting_id" }, commit]
    },
    { name: "csv", ...fileOf("run.csv"), args: (run) => [`${run}`, "--output", "run.csv"], moments: ["file"] },
    {
      name: "sepa",
      ...fileOf("run.xml"),
      args: (run) => [`${run}`, "--execution-date", tomorrow, "--output", "run.xml"],
      moments: ["file", commit]
    },
    {
      name: "done",
      make: ordered,
      args: (run) => [`${run}`, "--yes"],
      refusal: "is done already",
      moves: { payout_reserve: -10, sepa_exit: 7, donation_exit: 3 },
      letters: 1,
      moments: [{ statement: "insert into mail" }, commit]
    },
    {
      name: "revoke",
      make: ordered,
      args: (run) => [`${run}`, "--yes", "--force"],
      refusal: "is revoked already",
      moves: { payout_reserve: -10 },
      letters: 0,
      moments: [commit]
    }
  ]
  return all
})

/** Accounts of the event only: the guests' balances are the other side of them. */
const atEvent = (moved: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(moved).filter(([label]) => /reserve|exit/.test(label)))

const letters = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ count: number }>`select count(*)::int4 as count from mail`, ([row]) => row!.count)
)

/**
 * Kills a command, runs it again, and asserts that both together have the effect of one; returns whether it was killed in
 * time.
 */
const killAndRepeat = Effect.fnUntraced(function*(command: Killed, moment: Moment) {
  const { event, moved } = yield* Festival
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-payout-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const what = `${command.name} at ${JSON.stringify(moment)}`
  const { id } = yield* command.make
  const before = yield* letters
  const args = ["payout", command.name, ...command.args(id), "--event", `${event}`, "--as", administrator.login]
  const { answer: inTime, moved: all } = yield* moved(Effect.gen(function*() {
    const wasKilled = yield* killed(args, folder, moment)
    yield* sound
    const file = () => command.file !== undefined && readFileSync(join(folder, command.file), "utf8")
    const written = readdirSync(folder).filter((name) => name === command.file).map(file)
    const again = yield* runOnDatabase(args, { cwd: folder })
    const codes = command.file === undefined ? [0, 1] : [written.length]
    assert.include(codes, again.code, `${what}: ${again.stderr}`)
    if (again.code !== 0) assert.include(again.stderr, command.refusal, what)
    const repeated = file()
    if (command.file !== undefined) {
      assert.strictEqual((yield* runOnDatabase([...args, "--force"], { cwd: folder })).code, 0, what)
      // The file of the killed command and that of the repeated one are complete and equal to a third.
      for (const content of [...written, repeated]) assert.strictEqual(content, file(), what)
    }
    return wasKilled
  }))
  assert.deepStrictEqual(atEvent(all), command.moves, what)
  assert.strictEqual((yield* letters) - before, command.letters, what)
  yield* sound
  return inTime
}, Effect.scoped)

const layers = Layer.provideMerge(DatabaseProxy.layer, Festival.layer)

layer(layers, { excludeTestServices: true })("wristbank payout and kill -9", (it) => {
  it.effect("a command is done whole or not at all, and once when it is repeated", () =>
    Effect.gen(function*() {
      let kills = 0
      for (const command of yield* commands) {
        kills += command.moments.length + more
        for (const moment of command.moments) {
          // The proxy delays a command that sends a statement. A command that writes a file may finish before the kill, and
          // is tried again.
          const inTime = yield* Effect.repeat(killAndRepeat(command, moment), {
            until: (killedInTime) => killedInTime || moment !== "file"
          })
          assert.isTrue(inTime, `${command.name} at ${JSON.stringify(moment)}`)
        }
        for (let kill = 0; kill < more; kill++) yield* killAndRepeat(command, { roundTrips: randomInt(1, 40) })
      }
      tell(`${counted(kills)} commands of payouts killed and repeated, each done once`)
    }), 300_000 + 60_000 * more)
})
