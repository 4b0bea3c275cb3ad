import { assert, it } from "@effect/vitest"
import { Plugin } from "@oclif/core"
import { tasks } from "@wristbank/cli/shell/HelpByTask"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { runCommand } from "./runCommand.ts"

/** All commands of the program by what is typed, with their flags and arguments. */
const commands = async () => {
  const plugin = new Plugin({ root: join(import.meta.dirname, "../../cli"), ignoreManifest: true })
  await plugin.load()
  return Object.values(plugin.manifest.commands)
    .map((command) => ({ ...command, typed: command.id.replaceAll(":", " ") }))
    .toSorted((one, other) => one.typed < other.typed ? -1 : 1)
}

/** Why a command has nothing to print for programs. */
const withoutJson: { readonly [typed: string]: string } = {
  "event export": "writes the file of the event",
  "event schema": "writes a schema, which is JSON",
  help: "shows help",
  login: "signs in",
  logout: "signs out",
  serve: "runs until it is ended",
  "tag export": "writes the list to a file",
  "tse simulate": "runs until it is ended",
  up: "runs until it is ended",
  "user create": "makes one user",
  "user password": "sets one password",
  "user reset-second-factor": "resets one second factor",
  work: "runs until it is ended"
}

it("every command prints its result as JSON, but for those that have none", async () => {
  const all = await commands()
  assert.isAbove(all.length, 50)
  const lacking = all.filter(({ flags }) => flags["json"] === undefined).map(({ typed }) => typed)
  assert.deepStrictEqual(lacking, Object.keys(withoutJson).toSorted())
  const listing = all.filter(({ summary = "", typed }) => /^List\b/.test(summary) || typed.endsWith(" list"))
  assert.isAtLeast(listing.length, 7)
  for (const { flags, typed } of listing) assert.isDefined(flags["json"], typed)
})

/** Why a command names no user in whose name it is done: it changes nothing, or the account that runs it is recorded. */
const withoutUser: { readonly [typed: string]: string } = {
  backup: "copies files",
  "card reconcile": "stores a report; nothing is booked",
  "card unverified": "reads a list",
  config: "reads settings",
  doctor: "reads",
  "event list": "reads a list",
  "event schema": "prints what the program has",
  "event validate": "reads one file",
  "fiscal verify": "reads one file",
  help: "prints what the program has",
  logout: "forgets a token",
  "mail list": "reads a list",
  migrate: "runs for the account of the server",
  "node list": "reads a list",
  "receipt verify": "reads one receipt",
  restore: "runs while no server does",
  "seal check": "reads rows and a list",
  "seal show": "reads a list",
  "secret rotate": "records the account (secretRotate.test.ts)",
  serve: "runs the server",
  simulate: "works in a database of its own",
  status: "reads",
  "tse check": "reads a log",
  "tse simulate": "stands in for a device",
  up: "runs the server",
  use: "keeps a choice in a file of the account",
  "user create": "records the account for the first administrators (userCreate.test.ts)",
  "user list": "reads a list",
  "user password": "records the account, for the day when nobody can sign in (user.test.ts)",
  "user reset-second-factor":
    "records the account, for the day when nobody can sign in (userResetSecondFactor.test.ts)",
  watch: "reads with the token of a user",
  work: "runs the workers"
}

it("every command that changes something does it in the name of a user, or records the account that runs it", async () => {
  const lacking = (await commands()).filter(({ flags }) => flags["as"]?.required !== true).map(({ typed }) => typed)
  assert.deepStrictEqual(lacking, Object.keys(withoutUser).toSorted())
})

/** The step that a command shows while it works long, or why it does not work long. */
const whileWorking: { readonly [typed: string]: { readonly step: string } | { readonly short: string } } = {
  backup: { step: "Copying the database" },
  "card reconcile": { step: "Comparing card payments" },
  "card settle": { short: "changes one payment" },
  "card unverified": { short: "reads a list" },
  config: { short: "reads settings" },
  doctor: { step: "Checking invariants" },
  "event apply": { step: "Making the changes" },
  "event close": { step: "Reading the event" },
  "event copy": { step: "Making the changes" },
  "event diff": { step: "Comparing the event" },
  "event export": { step: "Reading the event" },
  "event list": { short: "reads a list" },
  "event new": { step: "Making the changes" },
  "event schema": { short: "prints what the program has" },
  "event validate": { short: "reads one file" },
  export: { step: "Writing ${table}" },
  "fiscal ao146a": { short: "reads a list" },
  "fiscal end-closings": { short: "changes a few closings" },
  "fiscal export": { step: "Writing closings" },
  "fiscal verify": { step: "Checking the export" },
  "guest find": { short: "reads a list" },
  help: { short: "prints what the program has" },
  login: { short: "calls a server once" },
  logout: { short: "calls a server once" },
  "mail list": { short: "reads a list" },
  "mail retry": { short: "changes rows of one table" },
  migrate: { step: "Bringing the database up to date" },
  "node list": { short: "reads a list" },
  "payout create": { step: "Creating the run" },
  "payout csv": { short: "reads one run" },
  "payout done": { short: "changes one run" },
  "payout list": { short: "reads a list" },
  "payout pending": { short: "reads a list" },
  "payout revoke": { short: "changes one run" },
  "payout sepa": { short: "reads one run" },
  "payout show": { short: "reads one run" },
  "presale cases": { short: "reads a list" },
  "presale import": { step: "Importing orders" },
  "presale list": { short: "reads a list" },
  "presale status": { short: "reads a list" },
  "presale sync": { step: "Reading the ticket shop" },
  "receipt verify": { short: "computes one signature" },
  "report daily": { step: "Reading the figures" },
  "report payout": { step: "Reading the figures" },
  "report revenue": { step: "Reading the figures" },
  "report settlement": { step: "Reading the figures" },
  restore: { step: "Copying the backup" },
  "seal check": { step: "Hashing the days" },
  "seal show": { short: "reads a list" },
  "secret rotate": { step: "Sealing secrets" },
  serve: { step: "Starting the server" },
  simulate: { step: "Carrying the festival out" },
  status: { short: "reads lists" },
  "tag export": { step: "Drawing cards" },
  "tag generate": { step: "Making wristbands" },
  "tag import": { step: "Importing wristbands" },
  "terminal code": { step: "Drawing sheets" },
  "terminal list": { short: "reads a list" },
  "till list": { short: "reads a list" },
  "price list": { short: "reads a list" },
  "tse check": { step: "Checking the log" },
  "tse list": { short: "reads a list" },
  "tse show": { short: "reads one device" },
  "tse simulate": { short: "says that it is ready, and runs until it is ended" },
  "tse switch-over": { short: "changes one device" },
  up: { step: "Starting the server" },
  use: { short: "writes one file" },
  "user create": { short: "makes one user" },
  "user list": { short: "reads a list" },
  "user password": { short: "sets one password" },
  "user reset-second-factor": { short: "resets one second factor" },
  "user roles": { short: "changes one user" },
  watch: { short: "shows what it reads, until it is ended" },
  work: { short: "says that it is ready, and runs until it is ended" }
}

/** The sources of a command: its file, and those of `cli` that it imports, with stand-ins, as far as that leads. */
const sourcesOf = (typed: string) => {
  const found = new Map<string, string>()
  const read = (path: string) => {
    if (found.has(path)) return
    const source = readFileSync(path, "utf8")
    found.set(path, source)
    for (const [, other] of source.matchAll(/\b(?:from|import\()\s*"(\.[^"]+)"/g)) read(join(dirname(path), other!))
    for (const [, other] of source.matchAll(/\b(?:from|import\()\s*"@wristbank\/stand-ins\/([^"]+)"/g)) {
      read(join(import.meta.dirname, "../../cli/stand-ins/src", `${other}.ts`))
    }
  }
  read(join(import.meta.dirname, "../../cli/src/commands", `${typed.replaceAll(" ", "/")}.ts`))
  return Array.from(found.values()).join("\n")
}

it("every command shows its progress if it may take longer than a second, or is short", async () => {
  assert.deepStrictEqual((await commands()).map(({ typed }) => typed), Object.keys(whileWorking).toSorted())
  const shows = (typed: string, label: string) =>
    Array.from(sourcesOf(typed).matchAll(/\b(?:long|step|aloneOnScreen)\(([^)]*)\)/g)).some(([, labels]) =>
      labels!.includes(`"${label}"`) || labels!.includes(`\`${label}\``)
    )
  const lacking = Object.entries(whileWorking).filter(([typed, shown]) => "step" in shown && !shows(typed, shown.step))
  assert.deepStrictEqual(lacking, [])
})

it("every misuse is one line with what is wrong and how to find out more, and ends with 2", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "wristbank-commands-"))
  for (const { args, flags, typed } of await commands()) {
    const remedy = `(wristbank ${typed} --help shows how)\n`
    const needs = [...Object.values(args), ...Object.values(flags)].some(({ required }) => required === true)
    const misuses = [[...typed.split(" "), "--nope"], ...(needs ? [typed.split(" ")] : [])]
    for (const words of typed === "help" ? [] : misuses) {
      const { code, stderr, stdout } = await runCommand(words, { cwd })
      assert.strictEqual(code, 2, typed)
      assert.strictEqual(stdout, "", typed)
      assert.lengthOf(stderr.split("\n"), 2, stderr)
      assert.isTrue(stderr.endsWith(remedy), stderr)
    }
  }
  const one = await runCommand(["payout", "show"], { cwd })
  assert.include(one.stderr, "run, number of the run in the list")
  const json = await runCommand(["payout", "show", "--json"], { cwd })
  assert.strictEqual(json.code, 2)
  assert.notInclude(JSON.parse(json.stdout).error.message, "\n")
})

it("help has every topic and command below a task, and shows how a command is used", async () => {
  const all = await commands()
  // That of the plugin.
  const roots = new Set([...all.map(({ id }) => id.split(":")[0]), "autocomplete"])
  const grouped = tasks.flatMap(([, names]) => names)
  assert.deepStrictEqual(grouped.toSorted(), [...roots].toSorted() as typeof grouped)
  const cwd = mkdtempSync(join(tmpdir(), "wristbank-commands-"))
  const { stdout } = await runCommand(["help"], { cwd })
  assert.strictEqual((await runCommand(["--help"], { cwd })).stdout, stdout)
  const headings = tasks.map(([task]) => task.toUpperCase())
  assert.deepStrictEqual(headings.map((heading) => stdout.indexOf(`\n${heading}\n`)).filter((at) => at < 0), [])
  for (const name of grouped) assert.match(stdout, new RegExp(`^ {2}${name}( …)? `, "m"))
  assert.include((await runCommand(["help", "payout", "show"], { cwd })).stdout, "$ wristbank payout show RUN")
  assert.include((await runCommand(["help", "payout"], { cwd })).stdout, "payout create")
})

it("the shell completes topics, commands and flags", async () => {
  const cache = mkdtempSync(join(tmpdir(), "wristbank-completion-"))
  const { code, stderr, stdout } = await runCommand(["autocomplete", "bash"], {
    cwd: cache,
    environment: { XDG_CACHE_HOME: cache, SHELL: "/bin/bash" }
  })
  assert.strictEqual(code, 0, stderr)
  assert.include(stdout, "wristbank autocomplete script bash")
  const script = join(cache, "wristbank/autocomplete/functions/bash/wristbank.bash")
  const completed = async (...words: ReadonlyArray<string>) => {
    const asked =
      `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wristbank_autocomplete; echo "\${COMPREPLY[@]}"`
    const answer = await promisify(execFile)("bash", ["-c", asked, script, "wristbank", ...words])
    return new Set(answer.stdout.trim().split(" "))
  }
  assert.deepStrictEqual(await completed("pay"), new Set(["payout"]))
  const expected = (await commands()).filter(({ id }) => id.startsWith("payout:")).map(({ id }) =>
    id.slice("payout:".length)
  )
  assert.deepStrictEqual(await completed("payout", ""), new Set(expected))
  assert.isTrue((await completed("payout", "list", "--")).isSupersetOf(new Set(["--event", "--as", "--json"])))
})
