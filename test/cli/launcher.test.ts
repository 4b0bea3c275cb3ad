import { assert, describe, it } from "@effect/vitest"
import { startedChannel } from "@wristbank/cli/serving/Started"
import { isAlive } from "@wristbank/core/base/ProcessId"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { secretKey } from "../support/secrets.ts"
import { halfSentCall, isListening } from "./HalfSentCall.ts"
import { freePort } from "./Killable.ts"
import { environmentOf, wristbank } from "./runCommand.ts"
import { installedSite } from "./Site.ts"

const root = join(import.meta.dirname, "../..")

/**
 * A server that does nothing, as a command of oclif. It ends as Node does on a signal, and with the process that has its channel. It
 * says whether the launcher waits to hear that it has started.
 */
const idleServer = `import { Command, Flags } from "@oclif/core"
import { hasSubscribers } from "node:diagnostics_channel"
import { createServer } from "node:http"
export default class Serve extends Command {
  static flags = { port: Flags.integer() }
  async run() {
    const { flags } = await this.parse(Serve)
    process.on("disconnect", () => process.exit())
    createServer((_, answer) => answer.end()).listen(flags.port, "127.0.0.1", () => this.log("listening", hasSubscribers("${startedChannel}")))
  }
}
`

/**
 * A clone in a folder of its own, with the launcher and the scripts of this one, and a program that starts at once. What ends
 * with what is up to the launcher alone: it is in the same process as the program.
 */
const idleClone = async () => {
  const clone = await mkdtemp(join(tmpdir(), "wristbank-launcher-"))
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  const files = {
    "package.json": JSON.stringify({ private: true, type: "module", scripts: { wristbank: scripts.wristbank } }),
    "package-lock.json": `{"packages":{}}`,
    "node_modules/.package-lock.json": `{"packages":{}}`,
    "cli/package.json": JSON.stringify({
      name: "@wristbank/cli",
      version: "0.0.0",
      type: "module",
      oclif: { bin: "wristbank", commands: "./src/commands" }
    }),
    "cli/src/commands/serve.js": idleServer
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(clone, path)), { recursive: true })
    await writeFile(join(clone, path), content)
  }
  await cp(join(root, "cli/bin"), join(clone, "cli/bin"), { recursive: true })
  await mkdir(join(clone, "scripts"))
  await cp(join(root, "scripts/bootstrap.js"), join(clone, "scripts/bootstrap.js"))
  await mkdir(join(clone, "node_modules/.bin"))
  await symlink(join(root, "node_modules/@oclif"), join(clone, "node_modules/@oclif"))
  await symlink(join(root, "node_modules/.bin/node"), join(clone, "node_modules/.bin/node"))
  await symlink("../../cli/bin/wristbank.js", join(clone, "node_modules/.bin/wristbank"))
  return clone
}

let clone = ""
beforeAll(async () => {
  clone = await idleClone()
})
afterAll(() => rm(clone, { recursive: true, maxRetries: 5 }))

/**
 * Starts the server by a command of the shell or of Node, and waits until it listens; returns the started process and the
 * port.
 */
const serve = async (program: string, args: ReadonlyArray<string>, environment = {}) => {
  const port = await freePort()
  const starter = spawn(program, [...args, "serve", "--port", `${port}`], {
    cwd: tmpdir(),
    env: environmentOf({ cwd: tmpdir(), environment }),
    stdio: ["ignore", "pipe", "inherit"]
  })
  const lines = createInterface(starter.stdout)
  const [said] = await once(lines, "line")
  assert.strictEqual(said, "listening true")
  assert.isTrue(await isListening(port))
  return { starter, port }
}

type Served = { readonly port: number; readonly starter: ChildProcess }

/** Ends the process that started a server, and waits until the server has ended as well. */
const endBoth = async ({ port, starter }: Served, signal: NodeJS.Signals) => {
  const exit = once(starter, "exit")
  starter.kill(signal)
  await exit
  while (await isListening(port)) await pause(50)
}

const npmRun = () => serve("npm", ["run", "--silent", "--prefix", clone, "wristbank", "--"])

describe.concurrent("a server", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it(`ends with the shell that npx ran it by, on ${signal}, of which it gets no word`, async () => {
      // npx runs a shell, which waits for the server. This shell has a command after it, so it can't replace itself by
      // the server.
      const shell = ["-c", `"$0" "$@"; true`, process.execPath, join(clone, "cli/bin/wristbank.js")]
      await endBoth(await serve("sh", shell, { npm_command: "exec" }), signal)
    })

    it(`ends with npm that runs it, on ${signal}`, async () => endBoth(await npmRun(), signal))

    it(`ends with the launcher on an older Node that started it, on ${signal}`, async () => {
      const launcher = ["--import", join(import.meta.dirname, "olderNode.ts"), join(clone, "cli/bin/wristbank.js")]
      await endBoth(await serve(process.execPath, launcher), signal)
    })
  }

  it("ends with npm on SIGINT, as no shell lies between that would wait for it", async () =>
    endBoth(await npmRun(), "SIGINT"))

  it("ends with npx on SIGINT, although the shell between them waits for it and tells it nothing", async () =>
    endBoth(await serve("npm", ["exec", "--prefix", clone, "--", "wristbank"]), "SIGINT"))

  it("ends by itself, the real one, when the launcher that has its channel is killed", async () => {
    const program = [
      "--import",
      join(import.meta.dirname, "olderNode.ts"),
      wristbank,
      "serve",
      "--port",
      `${await freePort()}`
    ]
    const environment = { DATABASE_URL: "postgres://nothing@127.0.0.1:1/there", WRISTBANK_SECRET_KEY: secretKey }
    const launcher = spawn(process.execPath, program, {
      cwd: tmpdir(),
      env: environmentOf({ cwd: tmpdir(), environment }),
      stdio: ["ignore", "ignore", "pipe"]
    })
    const lines = createInterface(launcher.stderr)
    // Without a database it waits for one, until it is ended.
    await new Promise<void>((begun) => lines.on("line", (line) => line.includes("Waiting for the database") && begun()))
    const end = once(launcher.stderr, "close")
    launcher.kill("SIGKILL")
    // The program has it open as well.
    await end
    assert.isTrue(launcher.killed)
  })

  it("finishes its calls when npm gets the signal, but not one that never ends, and leaves no PostgreSQL", async () => {
    const place = await installedSite()
    try {
      const up = ["up", "--no-demo", "--port", `${place.port}`]
      const npm = spawn("npm", ["run", "--silent", "--prefix", root, "wristbank", "--", ...up], {
        cwd: place.folder,
        env: environmentOf({ cwd: place.folder, environment: place.environment }),
        stdio: ["ignore", "pipe", "inherit"]
      })
      const exit = once(npm, "exit")
      await new Promise<void>((ready) =>
        createInterface(npm.stdout).on("line", (line) => line.includes("/api/customer") && ready())
      )
      const postmaster = Number((await readFile(join(place.postgres, "postmaster.pid"), "utf8")).split("\n")[0])
      assert.isTrue(isAlive(postmaster))
      const finish = await halfSentCall(place.port)
      await halfSentCall(place.port)
      npm.kill("SIGTERM")
      while (await isListening(place.port)) await pause(20)
      assert.match(await finish(), /^HTTP\/1\.1 4\d\d .*registration/s)
      await exit
      while (isAlive(postmaster)) await pause(20)
    } finally {
      await rm(place.folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
