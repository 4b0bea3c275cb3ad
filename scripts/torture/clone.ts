// Does what someone does first with the project, and what its maintainers do last: clones the newest commit, runs the two commands
// that the README names, with nothing installed, and tries a release. Needs the npm registry.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { tell } from "../../test/support/Torture.ts"
import { root } from "../built.js"
import { freePort } from "../freePort.ts"
import { endAlone } from "../pack/endAlone.ts"
import { stop } from "../pack/Project.ts"

const parent = mkdtempSync(join(tmpdir(), "wristbank-clone-"))
// As root, PostgreSQL runs as another account. Where that can't enter, its data are in another folder.
chmodSync(parent, 0o711)
const clone = join(parent, "wristbank")
const postmaster = join(clone, ".wristbank/postgres/postmaster.pid")

/** What a shell has that was opened for the clone: no program of this project's packages, and no settings of its npm. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE$|TORTURE_)/.test(name))
  ),
  PATH: (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules")).join(
    delimiter
  )
}

const run = (command: string, ...args: ReadonlyArray<string>) =>
  execFileSync(command, args, { cwd: clone, encoding: "utf8", env: environment, stdio: ["ignore", "pipe", "inherit"] })

const check = (what: string, right: boolean, found: string) => {
  if (!right) throw new Error(`${what}: ${found}`)
  process.stdout.write(`ok     ${what}\n`)
}

const healthOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(({ status }) => status, () => undefined)

/** Starts a command, and waits until it serves. */
const start = async ([program, ...args]: readonly [program: string, ...args: ReadonlyArray<string>]) => {
  const port = await freePort()
  const child = spawn(program, [...args, "--port", String(port)], {
    cwd: clone,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true
  })
  const isOver = once(child, "exit").then(([code, signal]) => {
    throw new Error(`${program} ended with ${code ?? signal}`)
  })
  const isHealthy = async () => {
    while (await healthOf(port) !== 200) await setTimeout(500)
  }
  await Promise.race([isHealthy(), isOver])
  isOver.catch(() => undefined)
  return { child, port, data: join(clone, ".wristbank") }
}

/** The commands that people start a clone with, and the way in which a terminal ends the first. */
const startAndEnd = async () => {
  const npm = ["npm", "start", "--"] as const
  const { child, port } = await start(npm)
  check("npm start installs the packages and serves the demo", existsSync(postmaster), `there is no ${postmaster}`)
  await stop(child, "SIGINT")
  const left = await healthOf(port)
  check("Ctrl-C ends it", left === undefined, `still answers ${left}`)
  check("and PostgreSQL", !existsSync(postmaster), `${postmaster} is still there`)
  for (const command of [npm, ["npx", "wristbank", "up", "--demo"]] as const) {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const seconds = await endAlone(await start(command), signal)
      check(`${signal} to ${command[0]} alone ends everything, in ${seconds.toFixed(1)} s`, true, "")
    }
  }
}

const test = () => {
  const said = run("npm", "test", "--", "test/cli/bootstrap.test.ts")
  check("npm test runs tests", / passed/.test(said), said)
}

/** What git knows of the clone. */
const state = () => [run("git", "status", "--porcelain"), run("git", "tag"), run("git", "rev-parse", "HEAD")].join("\n")

/** Describes a change, without which only the first version is released. */
const describeChange = () => {
  writeFileSync(
    join(clone, ".changeset/trial.md"),
    "---\n\"@wristbank/core\": patch\n---\n\nNothing: this is a trial.\n"
  )
  run("git", "add", ".changeset")
  run(
    "git",
    "-c",
    "user.name=Trial",
    "-c",
    "user.email=trial@example.org",
    "commit",
    "--quiet",
    "--message",
    "Describe"
  )
}

const release = () => {
  if (run("git", "tag") !== "") describeChange()
  const before = state()
  const said = run("npm", "run", "release", "--", "--dry-run")
  check("a release is tried", /^Would release \d+\.\d+\.\d+: core, http, cli$/m.test(said), said)
  check("which leaves nothing", state() === before, state())
}

try {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone], { stdio: "inherit" })
  await startAndEnd()
  test()
  release()
  tell("a fresh clone was started, tested and released for trial")
} finally {
  rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
}
