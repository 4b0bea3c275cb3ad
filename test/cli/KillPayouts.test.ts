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
import { CommandLine } from "./CommandLine.ts"
import { wristbank } from "./runCommand.ts"

/** Further kills of each command, after any number of round trips to the database. */
const more = Number(process.env.PAYOUT_KILLS ?? 0)

/** When a command is killed: as it sends a statement with a text, after so many round trips, or as it writes its file. */
type Moment = { readonly statement: string } | { readonly roundTrips: number } | "file"

const mailing = {
  sepa_enabled: true,
  sepa_description: "Festival {user_tag_uid}",
  email_enabled: true,
  email_default_sender: "desk@fest.example",
  email_smtp_host: "localhost",
  email_smtp_port: 1
}

/** Runs a command in a process of its own and kills it with SIGKILL at the moment; answers whether that was in time. */
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

/** What a command does to a run of one guest, and what must have come of it in the end, however often it was killed. */
interface Killed {
  readonly name: string
  /** Makes what it starts from. */
  readonly make: Effect.Effect<{ readonly id: number }>
  readonly args: (run: number) => ReadonlyArray<string>
  /** Which file it writes, if it does. */
  readonly file?: string
  /** What it says when it was done already. */
  readonly refusal: string
  /** What changes on accounts of the event, in major units. */
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
      refusal: "nobody to pay out",
      moves: { payout_reserve: 10 },
      letters: 0,
      moments: [{ statement: "insert into posting" }, commit]
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

/** Of accounts of the event: what guests have is the other side of it. */
const atEvent = (moved: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(moved).filter(([label]) => /reserve|exit/.test(label)))

const letters = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ count: number }>`select count(*)::int4 as count from mail`, ([row]) => row!.count)
)

/** Kills a command, gives it again, and sees that both together are one; answers whether it was killed in time. */
const killAndRepeat = Effect.fnUntraced(function*(command: Killed, moment: Moment) {
  const { event, moved } = yield* Festival
  const { run } = yield* CommandLine
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
    const again = yield* run(args, folder)
    const codes = command.file === undefined ? [0, 1] : [written.length]
    assert.include(codes, again.code, `${what}: ${again.stderr}`)
    if (again.code !== 0) assert.include(again.stderr, command.refusal, what)
    const repeated = file()
    if (command.file !== undefined) {
      assert.strictEqual((yield* run([...args, "--force"], folder)).code, 0, what)
      // What the killed one wrote, and the one after it, is what another writes: all of it.
      for (const content of [...written, repeated]) assert.strictEqual(content, file(), what)
    }
    return wasKilled
  }))
  assert.deepStrictEqual(atEvent(all), command.moves, what)
  assert.strictEqual((yield* letters) - before, command.letters, what)
  yield* sound
  return inTime
}, Effect.scoped)

const layers = Layer.mergeAll(CommandLine.layer, DatabaseProxy.layer).pipe(Layer.provideMerge(Festival.layer))

layer(layers, { excludeTestServices: true })("wristbank payout and kill -9", (it) => {
  it.effect("a command is done whole or not at all, and once when it is repeated", () =>
    Effect.gen(function*() {
      for (const command of yield* commands) {
        for (const moment of command.moments) {
          // The proxy holds up who sends a statement; who writes a file may be done before it is seen, and is tried again.
          const inTime = yield* Effect.repeat(killAndRepeat(command, moment), {
            until: (killedInTime) => killedInTime || moment !== "file"
          })
          assert.isTrue(inTime, `${command.name} at ${JSON.stringify(moment)}`)
        }
        for (let kill = 0; kill < more; kill++) yield* killAndRepeat(command, { roundTrips: randomInt(1, 40) })
      }
    }), 300_000 + 60_000 * more)
})
