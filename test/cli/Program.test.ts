import { assert, it } from "@effect/vitest"
import { Plugin } from "@oclif/core"
import { spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { hostname, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import { currentBuild } from "../../scripts/program/built.js"
import { output, withCompiled } from "../web/Clone.ts"

const repository = join(import.meta.dirname, "../..")

const command = (run: string) =>
  `import { Command } from "@oclif/core"
import { readFileSync } from "node:fs"
import { noun } from "../../../core/Noun.ts"
export default class Some extends Command {
  async run() {
    await this.parse(Some)
    ${run}
  }
}`

const printing = command(
  `this.log(this.config.root + " " + noun + " " + readFileSync(new URL("beside.txt", import.meta.url), "utf8"))`
)

/** A clone with a small command line. `show` and `work` print where they run from, a noun, and a file beside their source. */
const clone = () => {
  const root = mkdtempSync(join(tmpdir(), "wristbank-clone-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const copied = ["scripts/program", "scripts/built.js", "scripts/publishBuild.ts", "cli/bin", "cli/package.json"]
  for (const name of [...copied, "package-lock.json"]) {
    cpSync(join(repository, name), join(root, name), { recursive: true })
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"))
  write("package.json", `{ "type": "module" }`)
  write("core/Noun.ts", `export const noun: string = "wristband"`)
  write("http/Api.ts", "")
  write("cli/src/shell/CommandNotFound.ts", "export default async () => undefined")
  write("cli/src/shell/HelpByTask.ts", `export { Help as default } from "@oclif/core"`)
  write("cli/src/commands/beside.txt", "beside")
  write("cli/src/commands/show.ts", printing)
  write("cli/src/commands/work.ts", printing)
  write("cli/src/commands/trace.ts", command(`this.log(new Error("here").stack)`))
  const run = async (name: string, environment = {}) => {
    const program = join(root, "cli/bin/wristbank.js")
    const env = { ...withCompiled(), ...environment }
    const { text } = await output(spawn(process.execPath, [program, name], { env }))
    return text
  }
  return { root, write, run, cli: join(root, "cli"), builds: join(root, "cli/dist") }
}

it("describes the commands as their sources do", async () => {
  const plugin = new Plugin({ root: join(repository, "cli"), ignoreManifest: true, errorOnManifestCreate: true })
  await plugin.load()
  const described = (manifest: typeof plugin.manifest) =>
    Object.fromEntries(Object.entries(manifest.commands).map(([id, one]) => [id, { ...one, relativePath: null }]))
  const bundled = JSON.parse(readFileSync(join(currentBuild()!, "oclif.manifest.json"), "utf8"))
  assert.deepStrictEqual(described(bundled), JSON.parse(JSON.stringify(described(plugin.manifest))))
})

it("commands run from the bundle while it matches the sources, and long-running ones make it", async () => {
  const { builds, cli, run, write } = clone()
  assert.strictEqual(await run("show"), `${cli} wristband beside`)
  assert.isFalse(existsSync(builds), "a short command builds nothing")
  const first = await run("work")
  assert.match(first, /dist\/[\w-]+ wristband beside$/)
  assert.strictEqual(await run("show"), first)
  assert.strictEqual(await run("show", { WRISTBANK_FROM_SOURCES: "1" }), `${cli} wristband beside`)
  assert.match(await run("trace"), /at Some\.run \(\S*\/cli\/src\/commands\/trace\.ts:7:/)
  write("core/Noun.ts", `export const noun: string = "tag"`)
  assert.strictEqual(await run("show"), `${cli} tag beside`)
  const second = await run("work")
  assert.match(second, /dist\/[\w-]+ tag beside$/)
  assert.strictEqual(await run("show"), second)
  write("cli/src/commands/other.ts", `import "./nowhere.ts"`)
  assert.match(await run("work"), new RegExp(`nowhere[^]*starts from its sources[^]*${cli} tag beside$`))
  assert.lengthOf(readdirSync(builds), 3, "two builds and the stamp")
})

it("a build stays while a process uses it", async () => {
  const { builds, run, write } = clone()
  const build = async (noun: string) => {
    write("core/Noun.ts", `export const noun: string = "${noun}"`)
    const [folder = ""] = (await run("work")).split(" ")
    return folder
  }
  const [used, unused, elsewhere] = [await build("one"), await build("two"), await build("three")]
  writeFileSync(join(used, `${hostname()}.${process.pid}.used`), "")
  writeFileSync(join(unused, `${hostname()}.${0x7fffffff}.used`), "")
  writeFileSync(join(elsewhere, "another-machine.1.used"), "")
  for (const folder of [used, unused, elsewhere]) utimesSync(folder, 0, 0)
  const [previous, current] = [await build("four"), await build("five")]
  assert.sameMembers(
    readdirSync(builds),
    [".stamp", ...[used, elsewhere, previous, current].map((folder) => folder.split("/").at(-1)!)]
  )
})
