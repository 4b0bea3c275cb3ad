// Builds the documentation site of `docs/` and serves it: `npm run docs`. Installs the packages of the site first when they are missing
// or out of date, and writes the generated pages. Options: --build (a folder of files, docs/site/build, and no server), --watch (serves
// while pages are written, and shows each change; without search and the modules of the packages), --port N, --url (where the site
// will be), --source (where its source is, in place of `repository` in package.json).
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { install, reasonIn } from "./bootstrap.js"
import { root } from "./built.js"
import { brokenLinks, libraryFolder } from "./docs/brokenLinks.ts"
import { generators } from "./docs/generators.ts"
import { longPages, pagesIn } from "./docs/PageLength.ts"
import { browserAddress } from "./docs/sourceAddress.ts"

const site = join(root, "docs/site")

const { values } = parseArgs({
  options: {
    build: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    port: { type: "string", default: "3000" },
    url: { type: "string" },
    source: { type: "string" }
  }
})

const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const source = browserAddress(values.source ?? process.env["DOCS_SOURCE_URL"] ?? repository)

const environment = {
  ...process.env,
  // Docusaurus asks the registry for newer versions otherwise.
  NO_UPDATE_NOTIFIER: "1",
  DOCS_URL: values.url ?? process.env["DOCS_URL"] ?? `http://localhost:${values.port}`,
  DOCS_SOURCE_URL: source
}

/** Runs a program of Node to its end; ends this process with its status if it fails. */
const run = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, args, { cwd, env: environment, stdio: "inherit" })
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  const end = () => child.kill()
  process.once("SIGTERM", stop).once("SIGHUP", stop).once("exit", end)
  const [code, signal] = await once(child, "exit")
  process.off("SIGTERM", stop).off("SIGHUP", stop).off("exit", end)
  if (code !== 0) process.exit(code ?? (signal === "SIGINT" ? 130 : 143))
}

const docusaurus = (...args: ReadonlyArray<string>) =>
  run(site, join(site, "node_modules/@docusaurus/core/bin/docusaurus.mjs"), ...args)

const generate = (name: string) => run(root, join("docs/generators", `${name}.ts`))

const prepare = async () => {
  const reason = reasonIn(site)
  if (reason !== undefined) install(site, reason)
  for (const name of generators) await generate(name)
}

const check = async () => {
  const long = longPages(await pagesIn(join(root, "docs")))
  for (const line of long) process.stderr.write(`${line}\n`)
  if (long.length > 0) process.exit(1)
  await run(root, join(root, "node_modules/typescript/bin/tsc"), "--project", site)
}

/** Docusaurus writes its pages and TypeDoc its own, at the same time. */
const build = async () => {
  await Promise.all([docusaurus("build"), generate("library")])
  const built = join(site, "build")
  cpSync(join(site, "library"), join(built, libraryFolder), { recursive: true })
  const broken = brokenLinks(built)
  for (const line of broken) process.stderr.write(`Broken link: ${line}\n`)
  if (broken.length > 0) process.exit(1)
}

await prepare()
if (values.watch) {
  await docusaurus("start", "--no-open", "--port", values.port)
} else {
  await check()
  await build()
  if (!values.build) await docusaurus("serve", "--no-open", "--port", values.port)
}
