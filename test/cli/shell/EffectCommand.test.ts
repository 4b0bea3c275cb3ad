import { assert, it } from "@effect/vitest"
import { ensureSecretKeys } from "@wristbank/cli/secrets/SecretKey"
import { Configuration } from "@wristbank/core/base/Configuration"
import { isAlive } from "@wristbank/core/base/ProcessId"
import { Effect, Redacted, Schema } from "effect"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { compiledOnce, runFolder } from "../../support/runFolder.ts"
import { copiedData } from "../postgres/copiedData.ts"
import { environmentOf, runCommand, spawnCommand, wristbank } from "../runCommand.ts"

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "wristbank-test-"))
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

const Failed = Schema.Struct({
  error: Schema.Struct({ id: Schema.String, message: Schema.String, remedy: Schema.String })
})

it("ends with 0 when it is done, from any folder; secrets are masked", () =>
  inFolder(async (cwd) => {
    const environment = { DATABASE_URL: "postgres://teller:sesame@db/book", WRISTBANK_SECRET_KEY: "s".repeat(40) }
    const lines = await runCommand(["config", "--log-level", "Debug"], { cwd, environment })
    assert.strictEqual(lines.code, 0, lines.stderr)
    assert.include(lines.stdout, "logLevel = Debug")
    const json = await runCommand(["config", "--json"], { cwd, environment })
    assert.deepInclude(parse(json.stdout), { secretKey: "***", databaseUrl: "postgres://teller:***@db/book" })
    assert.notInclude(lines.stdout + json.stdout, "sesame")
  }))

it("ends with 1 at an expected failure, with its message on standard error or as JSON", () =>
  inFolder(async (cwd) => {
    await writeFile(join(cwd, "wristbank.config.json"), `{ "prot": 1 }`)
    const lines = await runCommand(["config"], { cwd })
    assert.strictEqual(lines.code, 1)
    assert.include(lines.stderr, "there is no setting prot")
    assert.strictEqual(lines.stdout, "")
    const json = await spawnCommand(["config", "--json"], { cwd })
    assert.strictEqual(json.code, 1)
    const { error } = Schema.decodeUnknownSync(Failed)(parse(json.stdout))
    assert.strictEqual(error.id, "ConfigurationError")
    assert.strictEqual(lines.stderr, `${error.message}. ${error.remedy}\n`)
  }))

it("ends with 2 at a flag that does not exist and an invalid argument, and with 4 while the database is away", () =>
  inFolder(async (cwd) => {
    const run = ["payout", "show", "seven", "--event", "1", "--as", "admin"]
    const argument = await runCommand(run, { cwd })
    assert.strictEqual(argument.code, 2)
    assert.include(argument.stderr, "Expected an integer but received: seven")
    assert.notInclude(argument.stderr, "fault")
    const outcome = await runCommand([...run, "--json"], { cwd })
    assert.strictEqual(outcome.code, 2)
    assert.match(outcome.stdout, /^\{\s+"error": \{\s+"id": "Usage",\s+"message": ".*seven.*"\s+\}\s+\}\n$/)
    const flag = await spawnCommand(["config", "--nope"], { cwd })
    assert.strictEqual(flag.code, 2)
    assert.include(flag.stderr, "--nope")
    const environment = { DATABASE_URL: "postgres://nobody:sesame@127.0.0.1:1/book" }
    const database = await runCommand(["migrate"], { cwd, environment })
    assert.strictEqual(database.code, 4)
    assert.notInclude(database.stderr, "sesame")
    assert.notStrictEqual(database.stderr.trim(), "")
  }))

it("ends with 2 at a command that does not exist, and names the one that was meant", () =>
  inFolder(async (cwd) => {
    const cases = [
      ["tse simulte --port 3", "There is no command wristbank tse simulte: did you mean wristbank tse simulate?"],
      ["payot list", "There is no command wristbank payot list: did you mean wristbank payout list?"],
      ["confg", "There is no command wristbank confg: did you mean wristbank config?"],
      ["xyzzy", "There is no command wristbank xyzzy: wristbank --help lists all commands"]
    ] as const
    for (const [typed, expected] of cases) {
      const { code, stderr } = await runCommand(typed.split(" "), { cwd })
      assert.strictEqual(code, 2)
      assert.include(stderr, expected)
    }
    const { code, stderr } = await spawnCommand(["confg"], { cwd })
    assert.strictEqual(code, 2)
    assert.include(stderr.replaceAll(/\s+(›\s+)?/g, " "), "did you mean wristbank config?")
  }))

it("a variable that is no setting is named, with the one that was meant", () =>
  inFolder(async (cwd) => {
    const environment = { WRISTBANK_PROT: "9000", WRISTBANK_DATABASE_URL: "postgres://db/book", WRISTBANK_XYZZY: "1" }
    const { code, stderr } = await spawnCommand(["config"], { cwd, environment })
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(stderr.trim().split("\n"), [
      "There is no setting WRISTBANK_DATABASE_URL: did you mean DATABASE_URL?",
      "There is no setting WRISTBANK_PROT: did you mean WRISTBANK_PORT?",
      "There is no setting WRISTBANK_XYZZY"
    ])
  }))

it("output that someone stops reading ends the command without a word", () =>
  inFolder(async (cwd) => {
    const command = `"$0" "$1" config | head -n 1; echo "\${PIPESTATUS[0]}"`
    const { stderr, stdout } = await promisify(execFile)("bash", ["-c", command, process.execPath, wristbank], { cwd })
    assert.strictEqual(stderr, "")
    assert.match(stdout, /^databaseUrl = \n0\n$/)
  }))

it("ends with 70 at a defect, with its cause", () =>
  inFolder(async (cwd) => {
    const program = join(import.meta.dirname, "brokenCommand.ts")
    const environment = compiledOnce()
    const lines = await spawnCommand([], { cwd, program, environment })
    assert.strictEqual(lines.code, 70)
    assert.include(lines.stderr, "a hole in the drawer")
    const json = await spawnCommand(["--json"], { cwd, program, environment })
    assert.strictEqual(json.code, 70)
    assert.include(json.stdout, "a hole in the drawer")
  }))

it("a server ends in time, whatever holds it up, and its PostgreSQL with it", async () => {
  const folder = await runFolder()
  try {
    const data = await copiedData(join(folder, "postgres"))
    const child = spawn(process.execPath, [join(import.meta.dirname, "stubbornCommand.ts"), data], {
      cwd: folder,
      env: environmentOf({ cwd: folder, environment: compiledOnce() }),
      stdio: ["ignore", "pipe", "pipe"]
    })
    await once(createInterface(child.stdout), "line")
    const postmaster = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0])
    assert.isTrue(isAlive(postmaster))
    const stderr = text(child.stderr)
    const exit = once(child, "exit")
    child.kill("SIGTERM")
    assert.deepStrictEqual(await exit, [130, null])
    assert.include(await stderr, "Not everything had ended 0.2 s after the signal")
    while (isAlive(postmaster)) await pause(20)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

it("the secret key is made once, for the owner's eyes alone", () =>
  inFolder(async (folder) => {
    const key = ensureSecretKeys.pipe(
      Effect.provide(Configuration.layer({ flags: { dataDir: folder }, environment: {} })),
      Effect.map(({ secretKey }) => Redacted.value(secretKey))
    )
    const keys = await Effect.runPromise(Effect.all([key, key, key], { concurrency: 3 }))
    assert.deepStrictEqual(new Set(keys).size, 1)
    assert.strictEqual(await readFile(join(folder, "secret.key"), "utf8"), keys[0])
    assert.isAtLeast(keys[0].length, 43)
    assert.strictEqual((await stat(join(folder, "secret.key"))).mode & 0o777, 0o600)
    await writeFile(join(folder, "secret.key"), "")
    const refusal = await Effect.runPromise(Effect.flip(key))
    assert.include(refusal.message, "backup")
  }))
