import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { spawnCommand, wristbank } from "../cli/runCommand.ts"
import { openFestival, type Site } from "../cli/Site.ts"
import { administrator } from "../support/administration.ts"
import { BookingJournal } from "../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../support/BookingLoad.ts"
import { isClean, queried, settled, summary } from "../support/JournalCheck.ts"
import { type SmallDisk, smallDisk } from "../support/SmallDisk.ts"
import { counted, rounds, tell } from "../support/Torture.ts"
import { Machine, openNetwork, type Service } from "./Machine.ts"

/** How often the primary is killed, by turns its programs and its machine. */
const kills = 10
/** How often each of the other faults happens. */
const faults = 2
const clients = 8

const examples = join(import.meta.dirname, "../../examples/deploy")
const example = (name: string) => readFileSync(join(examples, name), "utf8")

const folder = mkdtempSync(join(tmpdir(), "wristbank-cluster-"))
const inFolder = (...names: ReadonlyArray<string>) => join(folder, ...names)

/** Machines of databases, by their names. */
const databases = new Map<string, { readonly machine: Machine; readonly disk: SmallDisk }>()
const machines: Array<Machine> = []
let surroundings: Surroundings
const journal = new BookingJournal(10_000)

const passwords = { superuser: "super", replicator: "replica", rewind: "rewind", owner: "owner", server: "server" }
/** HAProxy of this process, which leads to the primary as those of the servers do. */
const urlOf = (user: string, password: string, database = "wristbank") =>
  Redacted.make(`postgres://${user}:${password}@127.0.0.1:5000/${database}`)
const ownerUrl = urlOf("festival_owner", passwords.owner)

const settings = {
  DATABASE_URL: Redacted.value(urlOf("festival", passwords.server)),
  WRISTBANK_SECRET_KEY: "a key of the tests that has 32 characters or more",
  WRISTBANK_HOST: "0.0.0.0",
  WRISTBANK_TRUSTED_PROXIES: "10.0.0.1",
  WRISTBANK_PROCESSES: "1"
}

/** The text with what a machine has of its own, which the example has for the first one. */
const forMachine = (text: string, name: string, address: string) =>
  text
    .replaceAll(/^(.*(?:connect_address|LISTEN|ADVERTISE)\S*[:=].*)10\.0\.0\.31/gm, `$1${address}`)
    .replace(/^(name: |ETCD_NAME=)db1$/m, `$1${name}`)

const variablesOf = (text: string) =>
  Object.fromEntries(
    text.split("\n").filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2))
  )

/** A machine with etcd and Patroni, which starts PostgreSQL; its disk is small. */
const database = (name: string, address: string) => {
  const machine = new Machine(name, address, folder)
  const disk = smallDisk(inFolder(name), 3 * 1024 ** 3)
  const own = (text: string) => forMachine(text, name, address)
  const patroni = own(example("cluster/patroni.yaml"))
    .replace("/var/lib/postgresql/15/wristbank", inFolder(name, "postgres"))
    .replace("/var/lib/postgresql/pgpass-patroni", inFolder(name, "pgpass"))
    // All machines have the same files, and must not share a socket.
    .replace(
      "  listen: 0.0.0.0:5432",
      `  listen: 0.0.0.0:5432\n  parameters:\n    unix_socket_directories: ${inFolder(name)}`
    )
    .replace("max_wal_size: 4GB", "max_wal_size: 512MB")
    .replaceAll(/…(superuser|replicator|rewind)…/g, (_, of: "superuser" | "replicator" | "rewind") => passwords[of])
  const file = inFolder(name, "patroni.yaml")
  writeFileSync(file, patroni)
  mkdirSync(inFolder(name, "etcd"))
  for (const path of [disk.folder, file, inFolder(name, "etcd")]) chownSync(path, ...postgresIds)
  machine.add({
    name: "etcd",
    command: ["/usr/bin/etcd"],
    environment: { ...variablesOf(own(example("cluster/etcd"))), ETCD_DATA_DIR: inFolder(name, "etcd") },
    user: "postgres"
  })
  machine.add({ name: "patroni", command: ["/usr/bin/patroni", file], user: "postgres" })
  machine.turnOn()
  databases.set(name, { machine, disk })
  machines.push(machine)
}

const postgresIds = (() => {
  const line = readFileSync("/etc/passwd", "utf8").split("\n").find((text) => text.startsWith("postgres:"))
  const [, , user, group] = line!.split(":")
  return [Number(user), Number(group)] as const
})()

const machineOf = (name: string, address: string, services: ReadonlyArray<Service>) => {
  const machine = new Machine(name, address, folder)
  services.forEach((service) => machine.add(service))
  machine.turnOn()
  machines.push(machine)
  return machine
}

const haproxy: Service = {
  name: "haproxy",
  command: ["/usr/sbin/haproxy", "-f", join(examples, "cluster/haproxy.cfg")]
}
const program = (...args: ReadonlyArray<string>): Service => ({
  name: args[0]!,
  command: [process.execPath, wristbank, ...args],
  environment: { ...settings, HOME: folder }
})

const Cluster = Schema.Struct({
  members: Schema.Array(Schema.Struct({
    name: Schema.String,
    role: Schema.String,
    state: Schema.String,
    timeline: Schema.optionalKey(Schema.Number),
    lag: Schema.optionalKey(Schema.Unknown)
  }))
})

/** What Patroni says of its cluster, asked at any machine that answers. */
const members = async () => {
  for (const n of [31, 32, 33]) {
    try {
      const answer = await fetch(`http://10.0.0.${n}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
      return Schema.decodeUnknownSync(Cluster)(await answer.json()).members
    } catch (error) {
      if (error instanceof Schema.SchemaError) throw error
    }
  }
  return []
}

const isUp = (state: string) => state === "running" || state === "streaming"

/** Waits until something holds, and fails with what there is if it never does. */
const eventually = async <A>(what: string, look: () => Promise<A | undefined>): Promise<A> => {
  for (let turn = 0; turn < 1_200; turn++) {
    const found = await look()
    if (found !== undefined) return found
    await pause(250)
  }
  return assert.fail(`${what}: never; ${JSON.stringify(await members())}, logs in ${folder}`)
}

/** The name of the primary, once all three follow each other and one standby is synchronous. */
const whole = () =>
  eventually("three databases that follow each other", async () => {
    const all = await members()
    const leader = all.find(({ role }) => role === "leader")
    const isWhole = all.length === 3 && leader?.state === "running" &&
      all.every(({ state, timeline }) => isUp(state) && timeline === leader.timeline) &&
      all.some(({ role }) => role === "sync_standby")
    return isWhole ? leader.name : undefined
  })

const run = (url: Redacted.Redacted, statement: string) =>
  queried(url, SqlClient.SqlClient.use((sql) => sql.unsafe(statement)))

const command = async (args: ReadonlyArray<string>, url: Redacted.Redacted) => {
  const environment = { ...settings, DATABASE_URL: Redacted.value(url), PASSWORD: administrator.password }
  const { code, stderr, stdout } = await spawnCommand(args, { cwd: folder, environment })
  assert.strictEqual(code, 0, stdout + stderr)
}

/** Caddy's page for one domain with certificates, on a port of plain HTTP. */
const caddyfile = () => example("two-servers/Caddyfile").replace("wristbank.example {", ":8000 {")

/** HAProxy of this process. */
let route: ChildProcess | undefined

beforeAll(async () => {
  assert.strictEqual(userInfo().uid, 0, "network namespaces need root")
  // PostgreSQL refuses to run as root.
  chmodSync(folder, 0o711)
  openNetwork("10.0.0.100")
  for (const n of [1, 2, 3]) database(`db${n}`, `10.0.0.3${n}`)
  const [file, ...given] = haproxy.command
  route = spawn(file!, given, { stdio: "ignore" })
  await whole()
  const superuser = urlOf("postgres", passwords.superuser, "postgres")
  await eventually("HAProxy leads to the primary", () => run(superuser, "select 1").then(() => true, () => undefined))
  await run(superuser, `create role festival_owner login createrole password '${passwords.owner}'`)
  await run(superuser, "create database wristbank owner festival_owner")
  await command(["migrate"], ownerUrl)
  await run(superuser, `create role festival login password '${passwords.server}' in role wristbank_server`)
  await command(["user", "create", administrator.login, "--administrator", "--password-env", "PASSWORD"], ownerUrl)
  for (const n of [1, 2]) machineOf(`server${n}`, `10.0.0.1${n}`, [haproxy, program("serve"), program("work")])
  writeFileSync(inFolder("Caddyfile"), caddyfile())
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  machineOf("front", "10.0.0.1", [{
    name: "caddy",
    command: ["/usr/bin/caddy", "run", "--config", inFolder("Caddyfile"), "--adapter", "caddyfile"],
    environment
  }])
  const ready = () => fetch("http://10.0.0.1:8000/health/ready").then(({ ok }) => ok || undefined, () => undefined)
  await eventually("a server that is ready", ready)
  const site: Site = { folder, postgres: "", environment: {}, port: 8_000, address: "http://10.0.0.1:8000/api" }
  surroundings = await openFestival(site, Redacted.value(ownerUrl))
})

afterAll(async () => {
  for (const machine of machines) await machine.remove()
  route?.kill("SIGKILL")
  for (const { disk } of databases.values()) disk.unmount()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Watches the longest time without a booking. Returns a function that ends it and answers with the milliseconds. */
const watchPauses = () => {
  const from = performance.now()
  let [last, longest] = [from, 0]
  const look = () => {
    const now = Math.max(last, journal.lastBooked)
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

/** What the tills waited for in each kind of fault, in milliseconds. */
const waits = new Map<string, Array<number>>()

interface Fault {
  readonly what: string
  readonly times: number
  /** Does harm to the primary; answers with what heals it. */
  readonly harm: (primary: string, round: number) => Promise<() => void> | (() => void)
  /** Whether another machine must be primary afterwards. */
  readonly moves: boolean
}

const of = (name: string) => databases.get(name)!

const patronictl = (name: string, ...given: ReadonlyArray<string>) =>
  of(name).machine.inside("patronictl", "-c", inFolder(name, "patroni.yaml"), ...given)

const switchOver = (primary: string) => patronictl(primary, "switchover", "--force", "--master", primary)

const killed = "primary killed"
const listOfFaults: ReadonlyArray<Fault> = [
  {
    what: `${killed}: PostgreSQL`,
    times: Math.ceil(kills / 2),
    moves: true,
    harm: (primary) => {
      of(primary).machine.kill("SIGKILL", "postgres")
      return () => undefined
    }
  },
  {
    what: `${killed}: its machine`,
    times: Math.floor(kills / 2),
    moves: true,
    harm: async (primary) => {
      await of(primary).machine.turnOff()
      return () => of(primary).machine.turnOn()
    }
  },
  {
    what: "primary cut off",
    times: faults,
    moves: true,
    harm: (primary) => {
      of(primary).machine.cutOff()
      return () => of(primary).machine.connect()
    }
  },
  {
    what: "primary frozen",
    times: faults,
    moves: true,
    harm: (primary) => {
      of(primary).machine.freeze()
      return () => of(primary).machine.thaw()
    }
  },
  {
    // PostgreSQL refuses to write and goes on, so Patroni sees no fault; neither can the standbys follow.
    what: "disk of the primary full for a while",
    times: faults,
    moves: false,
    harm: async (primary) => {
      of(primary).disk.fill()
      await journal.moreUnavailable(20)
      of(primary).disk.empty()
      return () => undefined
    }
  },
  {
    what: "switched over by hand",
    times: faults,
    moves: true,
    harm: (primary) => {
      switchOver(primary)
      return () => undefined
    }
  },
  {
    what: "synchronous standby killed",
    times: faults,
    moves: false,
    harm: async () => {
      const { name } = (await members()).find(({ role }) => role === "sync_standby")!
      await of(name).machine.turnOff()
      return () => of(name).machine.turnOn()
    }
  },
  {
    what: "server killed",
    times: faults,
    moves: false,
    harm: async (_, round) => {
      const server = machines.find(({ name }) => name === `server${1 + round % 2}`)!
      await server.turnOff()
      return () => server.turnOn()
    }
  }
]

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const seconds = (millis: number) => `${(millis / 1_000).toFixed(1)} s`

it("loses no answered booking, and goes on by itself, whatever happens to the primary", async () => {
  const stop = startLoad(surroundings, journal, clients)
  try {
    await journal.moreBooked(100)
    for (const fault of listOfFaults) {
      for (const round of rounds(fault.times)) {
        const primary = await whole()
        await journal.moreBooked(50)
        const ended = watchPauses()
        const heal = await fault.harm(primary, round)
        if (fault.moves) {
          await eventually(
            "another primary",
            async () =>
              (await members()).find(({ name, role, state }) =>
                role === "leader" && state === "running" && name !== primary
              )
          )
        }
        await pause(1_000)
        await journal.moreBooked(50)
        waits.set(fault.what, [...waits.get(fault.what) ?? [], ended()])
        heal()
      }
    }
    await whole()
  } finally {
    await stop()
  }
  const verdict = await settled(ownerUrl, surroundings.addresses[0]!, journal)
  for (const [what, times] of waits) {
    tell(
      `${counted(times.length, "time")} ${what}: ${seconds(median(times))} without bookings (median), ${
        seconds(Math.max(...times))
      } at most`
    )
  }
  tell(`${counted([...waits.values()].flat().length, "fault")}, ${summary(verdict)}`)
  isClean(verdict)
})
