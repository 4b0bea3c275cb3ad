import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdir, readFile, rm, stat } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { administrator } from "../../support/administration.ts"
import { compiledOnce, runFolder } from "../../support/runFolder.ts"
import { freePort } from "../Killable.ts"
import { environmentOf, runCommand, wristbank } from "../runCommand.ts"
import { installedSite, type Site } from "../Site.ts"

type Running = { readonly child: ChildProcess; readonly stdout: Array<string>; readonly stderr: Array<string> }

const portOf = (server: { address: () => unknown }) =>
  Schema.decodeUnknownSync(Schema.Struct({ port: Schema.Int }))(server.address()).port

/** Starts `wristbank up` and waits until it is ready. */
const startUp = async (
  cwd: string,
  args: ReadonlyArray<string>,
  environment: Record<string, string> = {},
  program = [wristbank, "up"]
) => {
  const env = environmentOf({ cwd, environment })
  const child = spawn(process.execPath, [...program, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  const running: Running = { child, stdout: [], stderr: [] }
  createInterface(child.stderr).on("line", (line) => running.stderr.push(line))
  const lines = createInterface(child.stdout)
  lines.on("line", (line) => running.stdout.push(line))
  await Promise.race([
    new Promise<void>((ready) => lines.on("line", (line) => line.includes("/api/customer") && ready())),
    once(child, "exit").then(([code]) => assert.fail(`ended with ${code}: ${running.stderr.join("\n")}`))
  ])
  return running
}

/** The process id of PostgreSQL from its own file; 0 while there is none. */
const postmasterOf = async ({ postgres }: Site) => {
  const text = await readFile(join(postgres, "postmaster.pid"), "utf8").catch(() => "")
  return Number(text.split("\n")[0])
}

const stop = async ({ child }: Running, signal: NodeJS.Signals) => {
  const exit = once(child, "exit")
  child.kill(signal)
  const [code] = await exit
  return code
}

it("up serves at once, survives kill -9, refuses a second one and a new secret key, and ends cleanly on Ctrl-C", async () => {
  const folder = await runFolder()
  const traced = Promise.withResolvers<string>()
  const collector = createServer((request, response) => {
    traced.resolve(request.url ?? "")
    response.end("{}")
  }).listen(0, "127.0.0.1")
  await once(collector, "listening")
  const port = await freePort()
  const args = ["--no-demo", "--host", "127.0.0.1", "--port", String(port)]
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}/` }
  const started: Array<Running> = []
  const start = async () => {
    const running = await startUp(folder, args, environment)
    started.push(running)
    return running
  }
  try {
    const first = await start()
    assert.match(first.stdout.join("\n"), /^Wristbank is ready\.\n.*http:\/\/127\.0\.0\.1:\d+\//)
    assert.strictEqual((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
    assert.strictEqual(await traced.promise, "/v1/traces")

    const elsewhere = ["--no-demo", "--host", "127.0.0.1", "--port", String(await freePort())]
    const second = await runCommand(["up", ...elsewhere], { cwd: folder })
    assert.strictEqual(second.code, 1)
    assert.include(second.stderr, `process id ${first.child.pid}`)
    const data = join(folder, ".wristbank")
    const [files, key] = [await readdir(data), await readFile(join(data, "secret.key"), "utf8")]
    const rotation = await runCommand(["secret", "rotate"], { cwd: folder })
    assert.strictEqual(rotation.code, 1, rotation.stdout)
    assert.include(rotation.stderr, `in use by the Wristbank with process id ${first.child.pid}. Stop it`)
    assert.deepStrictEqual(await readdir(data), files)
    assert.strictEqual(await readFile(join(data, "secret.key"), "utf8"), key)
    const beside = await runCommand(["migrate", "--json"], { cwd: folder })
    assert.deepStrictEqual(beside.stdout.replaceAll(/\s/g, ""), `{"migrations":[]}`, beside.stderr)

    await stop(first, "SIGKILL")
    const third = await start()
    assert.strictEqual((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
    const logged = third.stderr.filter((line) => line.startsWith("{")).join("\n")
    assert.include(logged, "an earlier Wristbank left running")
    assert.strictEqual(await stop(third, "SIGINT"), 0)
    const password = (await readFile(join(data, "admin-password"), "utf8")).trim()
    assert.strictEqual((await stat(join(data, "admin-password"))).mode & 0o777, 0o600)
    const said = started.map(({ stderr, stdout }) => [...stdout, ...stderr].join("\n"))
    for (const lines of said) assert.notInclude(lines, password, "a journal keeps what is printed")
    assert.match(said[0]!, /administrator +admin, password kept in \.wristbank\/admin-password$/m)
    assert.match(said[1]!, /administrator +admin, password at first as in \.wristbank\/admin-password$/m)
    assert.deepStrictEqual(third.stderr.filter((line) => /FATAL|"level":"(WARN|ERROR|FATAL)"/.test(line)), [])
  } finally {
    for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT")
    collector.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

it("when its PostgreSQL is killed, up starts it again, serves and signs, even if signing was about to begin", async ({ onTestFailed }) => {
  const where = await installedSite()
  const { environment, folder, port } = where
  const args = ["--demo", "--host", "127.0.0.1", "--port", String(port)]
  const running = await startUp(folder, args, environment)
  const written = () => running.stderr.join("\n")
  onTestFailed(() => void process.stderr.write(`${written()}\n`))
  const times = (words: string) => written().split(words).length - 1
  const statusOf = async (path: string, init?: RequestInit) => {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, init)
      .catch((error) => assert.fail(`${error.cause ?? error}`))
    assert.include([200, 503], status)
    return status
  }
  const signIn = () =>
    statusOf("/api/administration/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: administrator.login, password: administrator.password, node_id: null })
    })
  try {
    // The first start is killed before the signing device is connected, the second as soon as it is.
    for (const kills of [1, 2]) {
      const connections = times("A signing device is connected")
      const postmaster = await postmasterOf(where)
      assert.isAbove(postmaster, 0)
      process.kill(postmaster, "SIGKILL")
      const isBack = async () =>
        await statusOf("/health/ready") === 200 &&
        times("PostgreSQL ended by itself and is started again") === kills &&
        times("A signing device is connected") > connections
      while (!await isBack()) await pause(50)
      while (await signIn() !== 200) await pause(50)
    }
    assert.notInclude(written(), "PostgreSQL: FATAL", "what each connection reads is no news")
    const doctor = await runCommand(["doctor", "--json"], { cwd: folder, environment })
    assert.strictEqual(doctor.code, 0, doctor.stdout + doctor.stderr)
    assert.strictEqual(await stop(running, "SIGINT"), 0)
  } finally {
    if (running.child.exitCode === null && running.child.signalCode === null) running.child.kill("SIGINT")
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

it("when its PostgreSQL is killed again and again, up ends as a failure and says so", async () => {
  const where = await installedSite()
  const { environment, folder, port } = where
  const args = ["--host", "127.0.0.1", "--port", String(port)]
  const program = [join(import.meta.dirname, "impatientUp.ts")]
  const { child, stderr } = await startUp(folder, args, { ...environment, ...compiledOnce() }, program)
  const ended = once(child, "close")
  try {
    let killed = 0
    while (child.exitCode === null && child.signalCode === null) {
      const postmaster = await postmasterOf(where)
      if (postmaster > 0 && postmaster !== killed) {
        killed = postmaster
        // A postmaster that could not start yet has ended and left its process id behind.
        try {
          process.kill(postmaster, "SIGKILL")
        } catch {}
      }
      await pause(5)
    }
    await ended
    const written = stderr.join("\n")
    assert.strictEqual(child.exitCode, 1, written)
    assert.include(written, "PostgreSQL ended by itself 6 times within 10 minutes and is not started again")
    assert.notInclude(written, "fault of Wristbank")
    assert.isFalse(await fetch(`http://127.0.0.1:${port}/health`).then(() => true, () => false))
  } finally {
    child.kill("SIGINT")
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

it("a port that is taken is an expected failure that names the remedy", async () => {
  const folder = await runFolder()
  const taken = createServer().listen(0, "127.0.0.1")
  await once(taken, "listening")
  try {
    const port = String(portOf(taken))
    const outcome = await runCommand(["up", "--no-demo", "--host", "127.0.0.1", "--port", port], { cwd: folder })
    assert.strictEqual(outcome.code, 1, outcome.stderr)
    assert.include(outcome.stderr, port)
    assert.include(outcome.stderr, "--port")
    assert.deepStrictEqual(await readdir(folder), [], "nothing is made before the port is known to be free")
  } finally {
    taken.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
