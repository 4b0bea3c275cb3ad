import { assert, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { clone, ensure, output, withCompiled } from "./Clone.ts"

const isWhole = (folder: string) => {
  const { applications } = JSON.parse(readFileSync(join(folder, "build.json"), "utf8"))
  for (const name of ["portal", "till"]) {
    for (const file of applications[name].all) assert.isTrue(existsSync(join(folder, file)), file)
    for (const file of ["index.html", "sw.js"]) assert.isTrue(existsSync(join(folder, name, file)), file)
  }
  return applications
}

it("a build has what each application needs, compressed ahead, and its worker keeps just that", async () => {
  const { root } = clone()
  const { text: folder } = await ensure(root)
  const { portal, till } = isWhole(folder)
  const script = (files: ReadonlyArray<string>, text: string) =>
    files.some((file) => readFileSync(join(folder, file), "utf8").includes(text))
  assert.isTrue(script(portal.all, "lazy portal"))
  assert.isFalse(script(portal.firstScreen, "lazy portal"))
  assert.isFalse(script(till.all, "lazy portal"))
  assert.lengthOf(portal.all.filter((file: string) => file.endsWith(".css")), 2)
  assert.lengthOf(portal.firstScreen.filter((file: string) => file.endsWith(".css")), 1)
  assert.includeMembers(portal.firstSources, ["portal/main.tsx", "kit/Shown.ts"])
  for (const file of portal.all) {
    assert.match(file, /^assets\/[\w-]+-[\w-]{8}\.(js|css)$/)
    const text = readFileSync(join(folder, file))
    assert.isTrue(brotliDecompressSync(readFileSync(join(folder, `${file}.br`))).equals(text))
    assert.isTrue(gunzipSync(readFileSync(join(folder, `${file}.gz`))).equals(text))
  }
  const worker = readFileSync(join(folder, "till/sw.js"), "utf8")
  const [, build] = /= (\{"application.*\})\n/.exec(worker) ?? []
  assert.deepStrictEqual(JSON.parse(build!).files, till.all.map((file: string) => `/${file}`))
  const page = readFileSync(join(folder, "till/index.html"), "utf8")
  assert.include(page, `<link rel="manifest" href="__BASE__/manifest.webmanifest">`)
  assert.notMatch(page, /<script(?![^>]* src=)/, "no script in the page")
})

it("is built again when something in it changed, also in another workspace, and otherwise not", async () => {
  const { builds, root, write } = clone()
  const first = await ensure(root)
  assert.deepStrictEqual(await ensure(root), first)
  for (
    const [name, text] of [
      ["core/Noun.ts", `export const noun = "ticket"`],
      ["web/till/main.tsx", `document.title = "other"`],
      ["package-lock.json", "{}"]
    ] as const
  ) {
    const before = await ensure(root)
    write(name, text)
    const after = await ensure(root)
    assert.notStrictEqual(after.text, before.text, name)
    isWhole(after.text)
    assert.isTrue(existsSync(before.text), "a server that starts now may still be reading it")
  }
  write("core/Elsewhere.ts", "")
  const last = await ensure(root)
  assert.lengthOf(readdirSync(builds), 5, "four builds and the stamp")
  assert.strictEqual(JSON.parse(readFileSync(join(builds, ".stamp"), "utf8")).folder, last.text.split("/").at(-1))
})

it("two starts at the same time each get a whole build", async () => {
  const { root } = clone()
  const outcomes = await Promise.all([ensure(root), ensure(root)])
  for (const { text } of outcomes) isWhole(text)
  isWhole((await ensure(root)).text)
})

it("a build that fails says where, leaves nothing behind, and no server starts with the build before", async () => {
  const { builds, root, write } = clone()
  const { text: before } = await ensure(root)
  write("web/portal/main.tsx", `import "./nowhere.ts"`)
  const failed = await ensure(root)
  assert.match(failed.text, /^FAILED[^]*nowhere\.ts/)
  assert.sameMembers(readdirSync(builds), [".stamp", before.split("/").at(-1)!])
  const started = await output(spawn(process.execPath, [join(root, "cli/bin/wristbank.js"), "serve"], {
    cwd: root,
    env: withCompiled()
  }))
  assert.strictEqual(started.code, 1)
  assert.match(started.text, /nowhere\.ts[^]*The web applications could not be built, so the server was not started\.$/)
  write("web/portal/main.tsx", `document.title = "changed"`)
  isWhole((await ensure(root)).text)
})

it("a build that is killed is not used", async () => {
  const { builds, root } = clone()
  const child = spawn(process.execPath, [join(root, "scripts/web/build.ts")], {
    cwd: root,
    env: withCompiled(),
    stdio: "ignore"
  })
  const ended = once(child, "exit")
  while (!existsSync(builds) || readdirSync(builds).length === 0) await new Promise(setImmediate)
  child.kill("SIGKILL")
  await ended
  assert.isFalse(existsSync(join(builds, ".stamp")))
  isWhole((await ensure(root)).text)
})
