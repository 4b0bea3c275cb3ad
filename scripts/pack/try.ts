// Installs the packed packages in a blank project, as developers do, and uses them there. Needs the npm registry.
import { startTemporary } from "@wristbank/cli/EmbeddedPostgres"
import { Effect, Redacted } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { counted, tell } from "../../test/support/Torture.ts"
import { root } from "../built.js"
import { freePort } from "../freePort.ts"
import { entriesOf, packages } from "./manifest.ts"

/** The tools that judge the packages, in these versions. */
const judges = { publint: "publint@0.3.25", attw: "@arethetypeswrong/cli@0.18.5" }

const project = mkdtempSync(join(tmpdir(), "wristbank-packages-"))
// As root, PostgreSQL runs as another account, which must be able to enter the folder of its programs and data.
chmodSync(project, 0o711)

const run = (command: string, args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  execFileSync(command, args, {
    cwd: project,
    encoding: "utf8",
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"]
  })

let checks = 0

const check = (what: string, right: boolean, found: string) => {
  if (!right) throw new Error(`${what}: ${found}`)
  checks++
  process.stdout.write(`ok     ${what}\n`)
}

const tarballOf = (name: string) => {
  const file = readdirSync(join(root, "dist")).find((one) =>
    one.startsWith(`wristbank-${name}-`) && one.endsWith(".tgz")
  )
  if (file === undefined) throw new Error(`npm run pack made no tarball of ${name}`)
  return join(root, "dist", file)
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/** No install scripts run, as with package managers that ask first. */
const install = () => {
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "blank", private: true, type: "module" }))
  const needed = Object.entries<string>(manifestOf("examples").dependencies)
    .filter(([name]) => !name.startsWith("@wristbank/"))
    .map(([name, version]) => `${name}@${version}`)
  const types = Object.entries<string>(manifestOf(".").devDependencies)
    .filter(([name]) => ["typescript", "@types/node"].includes(name))
    .map(([name, version]) => `${name}@${version}`)
  run("npm", [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...packages.map(tarballOf),
    ...needed,
    ...types
  ])
  for (const file of readdirSync(join(root, "examples"))) {
    if (file.endsWith(".ts")) cpSync(join(root, "examples", file), join(project, file))
  }
}

const compile = () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8").replace(/^\s*\/\/.*$/gm, ""))
  const { checkers: _, incremental: __, tsBuildInfoFile: ___, ...strict } = compilerOptions
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: strict, include: ["*.ts"] }))
  check("a strict project compiles the examples", run("npx", ["tsc"]) === "", "errors")
}

const useAlone = () => {
  writeFileSync(join(project, "list.csv"), "name,iban,amount,text\nAda Lovelace,DE02120300000000202051,12.50,Refund\n")
  const file = run("node", ["sepa-from-a-list.ts", "list.csv", "Harbour Festival", "DE89370400440532013000"])
  check("a bank file is made of a list", file.includes("<CtrlSum>12.50</CtrlSum>"), file)
  writeFileSync(
    join(project, "outside.js"),
    `import("@wristbank/core/order/Sales").catch((error) => console.log(error.code))`
  )
  const outside = run("node", ["outside.js"])
  check(
    "a module that is no entry can't be imported by its path",
    outside === "ERR_PACKAGE_PATH_NOT_EXPORTED\n",
    outside
  )
}

/** Starts `wristbank up --demo`, and waits until it has printed the last registration code. */
const up = async (environment: Readonly<Record<string, string>>) => {
  const port = await freePort()
  const child = spawn(
    "npx",
    ["wristbank", "up", "--demo", "--port", String(port), "--data-dir", join(project, "data")],
    {
      cwd: project,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true
    }
  )
  const lines: Array<string> = []
  await Promise.race([
    new Promise<void>((ready) =>
      createInterface(child.stdout).on("line", (line) => {
        lines.push(line)
        if (/^ +Top-up +\S{36}$/.test(line)) ready()
      })
    ),
    once(child, "exit").then(([code]) => {
      throw new Error(`wristbank up ended with ${code}`)
    })
  ])
  const codeOf = (till: string) =>
    lines.map((line) => new RegExp(`^ +${till} +(\\S{36})$`).exec(line)?.[1]).find(Boolean) ?? ""
  return { child, codeOf, origin: `http://127.0.0.1:${port}` }
}

const stop = async (child: ChildProcess) => {
  const ended = once(child, "exit")
  process.kill(-(child.pid ?? 0), "SIGTERM")
  await ended
}

const useServer = async () => {
  const embedded = await up({})
  const page = await fetch(`${embedded.origin}/administration/`)
  check("the command line runs PostgreSQL and serves the web applications", page.status === 200, String(page.status))
  const sold = run("node", ["sell-a-beer.ts", embedded.origin, embedded.codeOf("Bar 2")])
  check("the typed client sells a beer", sold.includes("Sold a beer for 6.50"), sold)
  await stop(embedded.child)
}

const useDatabase = async (url: string) => {
  const environment = {
    DATABASE_URL: url,
    WRISTBANK_SECRET_KEY: "a key of the trial of packages, which is long enough"
  }
  const server = await up(environment)
  const booked = run("node", ["embed-the-ledger.ts", server.codeOf("Bar 1"), "1001", "2001"], environment)
  check("a program of one's own books on a database", booked.includes("Sold a beer for 6.50"), booked)
  const report = run("node", ["custom-report.ts", "1", "henry"], environment)
  check("a report of one's own is written", report.startsWith("hour,product,pieces,revenue\n"), report)
  await stop(server.child)
}

const judge = () => {
  for (const name of packages) {
    const folder = join(root, "dist/packages", name)
    const found = run("npx", ["--yes", judges.publint, folder, "--strict"])
    check(`publint finds nothing in ${name}`, found.includes("All good!"), found)
    const entries = entriesOf(name)
    if (entries.length === 0) continue
    run("npx", ["--yes", judges.attw, tarballOf(name), "--profile", "esm-only", "--entrypoints", ...entries])
    check(`attw finds nothing in ${name}`, true, "")
  }
}

try {
  execFileSync(process.execPath, [join(root, "scripts/pack/pack.ts")], { stdio: "inherit" })
  install()
  compile()
  useAlone()
  await useServer()
  await Effect.runPromise(Effect.scoped(
    Effect.flatMap(startTemporary, ({ url }) => Effect.promise(() => useDatabase(Redacted.value(url))))
  ))
  judge()
  tell(`${counted(checks)} checks of the packages that were installed`)
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 5 })
}
