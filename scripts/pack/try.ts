// Installs the packed packages in blank projects, as developers do, and uses them there: on the Node of this project and on the
// oldest that they promise to run on, without install scripts, as with package managers that ask first, and with them. Needs the
// npm registry.
import { startTemporary } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { Effect, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { receipts } from "../../test/core/tse/receipts.ts"
import { counted, tell } from "../../test/support/Torture.ts"
import { root } from "../built.js"
import { endAlone } from "./endAlone.ts"
import { entriesOf, packages } from "./manifest.ts"
import { examples, installNode, openProject, type Project, stop, tarballOf } from "./Project.ts"

/** The tools that judge the packages, in these versions. */
const judges = { publint: "publint@0.3.25", attw: "@arethetypeswrong/cli@0.18.5" }

let checks = 0

const check = (what: string, right: boolean, found: string) => {
  if (!right) throw new Error(`${what}: ${found}`)
  checks++
  process.stdout.write(`ok     ${what}\n`)
}

/** Runs an example, and checks that it prints a text. */
const exampleOf = ({ run }: Project, ran: Set<string>) =>
(
  what: string,
  file: string,
  args: ReadonlyArray<string>,
  expected: string,
  environment: Readonly<Record<string, string>> = {}
) => {
  ran.add(file)
  const printed = run("node", [file, ...args], environment)
  check(what, printed.includes(expected), printed)
}

type Example = ReturnType<typeof exampleOf>

const compile = ({ run, write }: Project) => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8").replace(/^\s*\/\/.*$/gm, ""))
  const { checkers: _, incremental: __, tsBuildInfoFile: ___, ...strict } = compilerOptions
  write("tsconfig.json", JSON.stringify({ compilerOptions: strict, include: ["*.ts"] }))
  check("a strict project compiles the examples", run("npx", ["tsc"]) === "", "errors")
}

const useAlone = ({ run, write }: Project, example: Example) => {
  example("a sale is decided", "decide-a-sale.ts", ["20.00", "3"], "Beer for 13.50, 6.50 is left")
  write("list.csv", "name,iban,amount,text\nAda Lovelace,DE02120300000000202051,12.50,Refund\n")
  const payer = ["Harbour Festival", "DE89370400440532013000"]
  example("a bank file is made of a list", "sepa-from-a-list.ts", ["list.csv", ...payer], "<CtrlSum>12.50</CtrlSum>")
  const code = receipts[0]?.text ?? ""
  example("a receipt is verified", "verify-a-receipt.ts", [code], "the signature is valid")
  for (const path of ["sale/Sales", "internal/order/Sales", "dist/order/Sales.js"]) {
    write("outside.js", `import("@wristbank/core/${path}").catch((error) => console.log(error.code))`)
    const outside = run("node", ["outside.js"])
    check(`${path}, which is no entry, can't be imported`, outside === "ERR_PACKAGE_PATH_NOT_EXPORTED\n", outside)
  }
}

const useServer = async ({ password, up }: Project, example: Example) => {
  const embedded = await up()
  const page = await fetch(`${embedded.origin}/administration/`)
  check("the command line runs PostgreSQL and serves the web applications", page.status === 200, String(page.status))
  const beer = [embedded.origin, embedded.codeOf("Bar 2")]
  example("the typed client sells a beer", "sell-a-beer.ts", beer, "Sold a beer for 6.50")
  const event = [embedded.origin, password(), "Harbour Festival"]
  example("the typed client sets up an event", "set-up-an-event.ts", event, "102 tags")
  await stop(embedded.child, "SIGTERM")
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const seconds = await endAlone(await up(), signal)
    check(`${signal} to npx alone ends everything, in ${seconds.toFixed(1)} s`, true, "")
  }
}

const useDatabase = async ({ up }: Project, example: Example, url: string) => {
  const environment = {
    DATABASE_URL: url,
    WRISTBANK_SECRET_KEY: "a key of the trial of packages, which is long enough"
  }
  const server = await up(environment)
  const sale = [server.codeOf("Bar 1"), "1001", "2001"]
  example("a program books on a database", "embed-the-ledger.ts", sale, "Sold a beer for 6.50", environment)
  const columns = "hour,product,pieces,revenue\n"
  example("a program writes a report", "custom-report.ts", ["1", "henry"], columns, environment)
  await stop(server.child, "SIGTERM")
}

const judge = ({ run }: Project) => {
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

/** What does not depend on the Node that runs it is tried on one alone. */
interface Trial {
  readonly node: string
  readonly options: ReadonlyArray<string>
  readonly isFirst: boolean
}

const tryPackages = async ({ isFirst, node, options }: Trial) => {
  const project = openProject(node, options)
  const ran = new Set<string>()
  try {
    const example = exampleOf(project, ran)
    const version = project.run("node", ["--version"]).trim()
    process.stdout.write(`\nNode ${version}, install scripts ${options.length === 0 ? "run" : "don't run"}\n`)
    if (isFirst) compile(project)
    useAlone(project, example)
    await useServer(project, example)
    await Effect.runPromise(Effect.scoped(
      Effect.flatMap(
        startTemporary,
        ({ url }) => Effect.promise(() => useDatabase(project, example, Redacted.value(url)))
      )
    ))
    check("every example ran", examples.every((file) => ran.has(file)), Array.from(ran).join(", "))
    if (isFirst) judge(project)
  } finally {
    project.close()
  }
}

const withoutScripts = ["--ignore-scripts"]
const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const oldest = /^>=(\d+\.\d+)$/.exec(engines.node)?.[1]
if (oldest === undefined) throw new Error(`${engines.node} is no oldest version of Node`)

execFileSync(process.execPath, [join(root, "scripts/pack/pack.ts")], { stdio: "inherit" })
const old = installNode(`${oldest}.0`)
try {
  const oldVersion = execFileSync(old.program, ["--version"], { encoding: "utf8" }).trim()
  check("the oldest Node is the promised one", oldVersion === `v${oldest}.0`, oldVersion)
  await tryPackages({ node: process.execPath, options: withoutScripts, isFirst: true })
  await tryPackages({ node: old.program, options: withoutScripts, isFirst: false })
  await tryPackages({ node: old.program, options: [], isFirst: false })
} finally {
  old.close()
}
tell(`${counted(checks)} checks of the packages that were installed`)
