import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { readFile, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../cli/Killable.ts"
import { environmentOf, spawnCommand } from "../cli/runCommand.ts"
import { compiledOnce, runFolder } from "../support/runFolder.ts"

const root = resolve(import.meta.dirname, "../..")

let folder: string
let port: string
let running: Started | undefined

type Started = { readonly child: ChildProcess; readonly lines: ReadonlyArray<string> }

/** Starts the demo as `npm start` does, in a folder of its own, and waits until it has said everything. */
const start = async (): Promise<Started> => {
  const args = [join(root, "cli/bin/wristbank.js"), "up", "--demo", "--host", "127.0.0.1", "--port", port]
  const env = environmentOf({ cwd: folder })
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] })
  const lines: Array<string> = []
  const problems: Array<string> = []
  createInterface(child.stderr).on("line", (line) => problems.push(line))
  await Promise.race([
    new Promise<void>((ready) =>
      createInterface(child.stdout).on("line", (line) => {
        lines.push(line)
        if (/^ +Top-up +\S+$/.test(line)) ready()
      })
    ),
    once(child, "exit").then(([code]) => assert.fail(`ended with ${code}: ${problems.join("\n")}`))
  ])
  return { child, lines }
}

const stop = async (signal: NodeJS.Signals) => {
  const child = running?.child
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill(signal)
  await exit
}

/** Runs a program in the folder and answers what it printed; it must end well. */
const run = (program: string, args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<string>((done, fail) =>
    execFile(
      program,
      args,
      { cwd: folder, env: { ...process.env, ...environment } },
      (error, stdout, stderr) =>
        error === null ? done(stdout) : fail(new Error(`${error.message}\n${stdout}\n${stderr}`))
    )
  )

const codeOf = (till: string) => {
  const code = running?.lines.map((line) => new RegExp(`^ +${till} +([0-9a-f-]{36})$`).exec(line)?.[1]).find(Boolean)
  if (code === undefined) throw new Error(`No registration code of ${till} was printed`)
  return code
}

beforeAll(async () => {
  folder = await runFolder()
  port = String(await freePort())
  running = await start()
})

afterAll(async () => {
  await stop("SIGINT")
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The shell script between two marks of a page, for this server. */
const walkOf = async (page: string, mark: string) => {
  const text = await readFile(join(root, page), "utf8")
  const [, walk = ""] =
    new RegExp(`<!-- ${mark}:begin -->\\s*\`\`\`sh\\n([^]*?)\`\`\`\\s*<!-- ${mark}:end -->`).exec(text) ?? []
  return walk.replaceAll("localhost:8000", `127.0.0.1:${port}`)
    .replaceAll("npx wristbank", `'${process.execPath}' '${join(root, "cli/bin/wristbank.js")}'`)
}

it("the walk of the README sells a beer and ends at the balance it names", async () => {
  const here = await walkOf("README.md", "walk")
  const named = /# ([\d.]+)\n\)\n$/.exec(here)?.[1]
  assert.isDefined(named)
  const expected = ["Anna", "40", "6.5", named]
  assert.deepStrictEqual((await run("bash", ["-c", here])).trim().split("\n"), expected)
  // A reader who walks again gets a new code, and the same answers for the same uuids.
  assert.deepStrictEqual((await run("bash", ["-c", here])).trim().split("\n"), expected)
  const used = here.replace(/^code=.*$/m, `code=${codeOf("Bar 1")}`)
  const stopped = await run("bash", ["-c", used]).catch((error: Error) => error.message)
  assert.include(stopped, "This registration code is unknown or was used already")
  assert.notInclude(stopped, "Please sign in")
})

it("the walk of the presale checks a ticket in, and refuses one that the shop cancelled", async () => {
  const said =
    (await run("bash", ["-c", await walkOf("docs/administrator-documentation/pretix-shop.md", "presale-walk")])).trim()
      .split("\n")
  const [refusal, undecided] = [said[6] ?? "{}", said[8] ?? ""]
  assert.deepStrictEqual(said.toSpliced(8).toSpliced(6, 1), ["valid", "Anna", "0", "20", "200", "200", "20"])
  assert.strictEqual(JSON.parse(refusal).rule, "order.voucher_cancelled")
  assert.match(undecided, /^\d+ +DEMO1 .*cancelled.* 20\.00 /)
})

it("the commands of the quick start show the demo, and its books hold", async () => {
  const walk = `set -e\n${await walkOf("docs/start.md", "start")}`
  const said = await run("bash", ["-c", walk], { WRISTBANK_PORT: port, HOME: folder, XDG_CONFIG_HOME: folder })
  assert.include(said, "3 payouts")
  assert.include(said, "Everything holds.")
})

it("the sheet's commands work as they are printed", async () => {
  const commands = (running?.lines ?? []).flatMap((line) => /^ +npx wristbank (.*)$/.exec(line)?.[1] ?? [])
  assert.lengthOf(commands, 2)
  const cli = `'${process.execPath}' '${join(root, "cli/bin/wristbank.js")}'`
  const [pending, code] = await Promise.all(
    commands.map((command) => run("bash", ["-c", `${cli} ${command}${command.startsWith("terminal") ? " --yes" : ""}`]))
  )
  assert.match(pending ?? "", /\b3\b/)
  assert.match(code ?? "", /^[0-9a-f-]{36}\n$/)
})

it("a guest pays by card with the line that is printed", async () => {
  const line = running?.lines.find((printed) => /^ +curl /.test(printed))
  assert.isDefined(line)
  const uuid = randomUUID()
  const payment = await run("bash", ["-c", `${line} --silent`.replace("<uuid of the order>", uuid)])
  assert.deepInclude(JSON.parse(payment), { foreign_transaction_id: uuid, amount: 20, status: "SUCCESSFUL" })
  const provider = /http:\/\/127\.0\.0\.1:\d+\//.exec(line ?? "")?.[0]
  const found = await fetch(`${provider}v2.1/merchants/DEMO/transactions?foreign_transaction_id=${uuid}`)
  assert.deepStrictEqual((await found.json()).transaction_code, JSON.parse(payment).transaction_code)
})

/** Runs an example by the command in its header, with the address of this server and the given words filled in. */
const runAsWritten = async (example: string, words: Readonly<Record<string, string>>) => {
  const written = /^\/\/ +(npx node examples\/.+)$/m.exec(await readFile(join(root, "examples", example), "utf8"))?.[1]
  assert.isDefined(written)
  const filled = Object.entries(words).reduce(
    (line, [word, value]) => line.replace(`<${word}>`, `'${value}'`),
    written!
  )
  const here = filled.replace("http://localhost:8000", `http://127.0.0.1:${port}`)
    .replace("npx node examples/", `'${process.execPath}' '${root}/examples/`).replace(".ts ", ".ts' ")
  return run("bash", ["-c", here], compiledOnce())
}

it("an example says how it is called, and what was refused, in a line", async () => {
  const failing = async (...args: ReadonlyArray<string>) => {
    const program = join(root, "examples/sell-a-beer.ts")
    const { code, stderr, stdout } = await spawnCommand(args, { cwd: folder, program, environment: compiledOnce() })
    assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
    return stderr.trim()
  }
  assert.strictEqual(
    await failing(),
    "Usage: npx node examples/sell-a-beer.ts <address> <registration code of Bar 2>"
  )
  assert.strictEqual(
    await failing(`http://127.0.0.1:${port}`, randomUUID()),
    "This registration code is unknown or was used already"
  )
})

it("the example sells a beer through the typed client", async () => {
  const printed = await runAsWritten("sell-a-beer.ts", { "registration code of Bar 2": codeOf("Bar 2") })
  assert.deepStrictEqual(printed.trim().split("\n"), [
    "Ben is signed in",
    "Topped up to 60.00",
    "Sold a beer for 6.50, 53.50 are left"
  ])
})

it("the example sets an event up through the typed client", async () => {
  const password = (await readFile(join(folder, ".wristbank/admin-password"), "utf8")).trim()
  const printed = await runAsWritten("set-up-an-event.ts", { "password of admin": password })
  const code = /Entrance waits for its terminal: (\S+)$/m.exec(printed)?.[1]
  const lines = printed.trim().split("\n").map((line) => line.replace(/[0-9a-f-]{36}$/, "<code>"))
  assert.match(lines[0] ?? "", /^Harbour Festival has the id \d+, its Main stage \d+$/)
  assert.deepStrictEqual(lines.slice(1), [
    "A weekend costs 35.00, with 10.00 on the tag",
    "Entrance waits for its terminal: <code>",
    "Stage bar waits for its terminal: <code>",
    "A float of 200.00",
    "102 tags",
    "Lena signs in with chip 4A1B2C3D4E5F6",
    "Omar signs in with chip 4A1B2C3D4E5F7"
  ])
  const terminal = (path: string, body: unknown, token = "") =>
    fetch(`http://127.0.0.1:${port}/api/terminal${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body)
    }).then((response) => response.json())
  const { token } = await terminal("/auth/register_terminal", { registration_uuid: code })
  const { roles } = await terminal("/user/check-login", { uid: 0x4a1b2c3d4e5f6 }, token)
  assert.deepStrictEqual(roles.map((role: { readonly name: string }) => role.name), ["shift lead"])
})

it(
  "the next start, after kill -9 as well, has the same festival with what was booked and shows codes not used yet",
  async () => {
    const [used, unused] = [codeOf("Bar 1"), codeOf("Food")]
    const password = running?.lines.find((line) => /administrator {2}/.test(line))
    assert.match(password ?? "", /admin, password \S{20} \(kept in \.wristbank\/admin-password\)$/)
    await stop("SIGKILL")
    running = await start()
    const said = running.lines.join("\n")
    assert.notInclude(said, used)
    assert.include(said, unused)
    assert.match(said, /2001 {2}PIN GUEST001 +33\.50 EUR/)
    assert.match(said, /administrator +admin, password at first as in \.wristbank\/admin-password/)
    for (const name of ["admin-password", "demo.txt"]) {
      assert.strictEqual((await stat(join(folder, ".wristbank", name))).mode & 0o777, 0o600)
    }
  }
)
