// Builds the documentation site of `docs/` and serves it: `npm run docs`. Installs the packages of the site first when they are missing
// or out of date, and writes the generated pages. Options: --build (a folder of files, docs/site/build, and no server), --watch (serves
// while pages are written, and shows each change; without search), --library (with the pages of the packages' modules: half a minute
// more, and a sixth more script on each page, as each knows the address of every other), --port N, --url (where the site will be),
// --source (where its source is).
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { install, reasonIn } from "./bootstrap.js"
import { root } from "./built.js"
import { generators, libraryGenerators } from "./docs/generators.ts"
import { longPages, pagesIn } from "./docs/PageLength.ts"

const site = join(root, "docs/site")

const { values } = parseArgs({
  options: {
    build: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    library: { type: "boolean", default: false },
    port: { type: "string", default: "3000" },
    url: { type: "string" },
    source: { type: "string" }
  }
})

const environment = {
  ...process.env,
  // Docusaurus asks the registry for newer versions otherwise.
  NO_UPDATE_NOTIFIER: "1",
  DOCS_URL: values.url ?? process.env["DOCS_URL"] ?? `http://localhost:${values.port}`,
  ...(values.source !== undefined && { DOCS_SOURCE_URL: values.source })
}

/** Runs a program of Node to its end; ends this process with its status if it fails. */
const run = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, args, { cwd, env: environment, stdio: "inherit" })
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.once("SIGTERM", stop).once("SIGHUP", stop)
  const [code, signal] = await once(child, "exit")
  process.off("SIGTERM", stop).off("SIGHUP", stop)
  if (code !== 0) process.exit(code ?? (signal === "SIGINT" ? 130 : 143))
}

const docusaurus = (...args: ReadonlyArray<string>) =>
  run(site, join(site, "node_modules/@docusaurus/core/bin/docusaurus.mjs"), ...args)

const prepare = async () => {
  const reason = reasonIn(site)
  if (reason !== undefined) install(site, reason)
  for (const name of [...generators, ...values.library ? libraryGenerators : []]) {
    await run(root, join("docs/generators", `${name}.ts`))
  }
}

const check = async () => {
  const long = longPages(await pagesIn(join(root, "docs")))
  for (const line of long) process.stderr.write(`${line}\n`)
  if (long.length > 0) process.exit(1)
  await run(root, join(root, "node_modules/typescript/bin/tsc"), "--project", site)
}

await prepare()
if (values.watch) {
  await docusaurus("start", "--no-open", "--port", values.port)
} else {
  await check()
  await docusaurus("build")
  if (!values.build) await docusaurus("serve", "--no-open", "--port", values.port)
}
