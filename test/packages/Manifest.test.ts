import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../scripts/built.js"
import { contentsOf, faultsOf } from "../../scripts/pack/contents.ts"
import { entriesOf, internalPath, publishedImports, publishedManifest } from "../../scripts/pack/manifest.ts"
import { versionsOf } from "../../scripts/release.ts"

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

it("the entries of a clone are those that are published", () => {
  for (const name of ["core", "http"] as const) {
    const inClone = Object.keys(manifestOf(name).exports).filter((entry) => entry !== "./*")
    assert.deepStrictEqual(inClone, entriesOf(name).map((entry) => `./${entry}`))
    const published = Object.keys(publishedManifest(name, manifestOf(name), manifestOf(".")).exports ?? {})
    assert.deepStrictEqual(published, [...inClone, `./${internalPath(manifestOf(".").version)}/*`, "./package.json"])
  }
  const standIns = publishedManifest("stand-ins", manifestOf("cli/stand-ins"), manifestOf("."))
  const internal = `./${internalPath(manifestOf(".").version)}/*`
  assert.deepStrictEqual(Object.keys(standIns.exports ?? {}), [internal, "./package.json"])
  const commandLine = publishedManifest("cli", manifestOf("cli"), manifestOf("."))
  assert.deepStrictEqual(Object.keys(commandLine.exports ?? {}), ["./package.json"])
})

it("all places name one version", () => {
  const versions = versionsOf(root)
  assert.lengthOf(Object.keys(versions), 6)
  assert.lengthOf(new Set(Object.values(versions)), 1, JSON.stringify(versions))
})

it("no entry promises how rows are stored", () => {
  for (const name of entriesOf("core")) {
    const entry = readFileSync(join(root, "core/src/entries", `${name}.ts`), "utf8")
    assert.notMatch(entry, /Repository/)
  }
})

it("a published package names its licence, the version of its siblings, and effect as a peer of a library", () => {
  const common = { ...manifestOf("."), version: "3.2.1" }
  const http = publishedManifest("http", manifestOf("http"), common)
  assert.deepInclude(http, { version: "3.2.1", license: "AGPL-3.0-only", files: ["dist", "CHANGELOG.md"] })
  assert.strictEqual(http.dependencies?.["@wristbank/core"], "3.2.1")
  assert.notProperty(http.dependencies, "effect")
  assert.deepStrictEqual(http.peerDependencies, { effect: `^${manifestOf("http").dependencies.effect}` })
  const cli = publishedManifest("cli", manifestOf("cli"), common)
  assert.strictEqual(cli.dependencies?.["effect"], manifestOf("cli").dependencies.effect)
  assert.isTrue(cli.files?.includes("web"))
  for (const manifest of [http, cli]) {
    assert.notProperty(manifest, "private")
    assert.notProperty(manifest, "devDependencies")
    assert.deepStrictEqual(manifest.engines, common.engines)
  }
})

it("a tarball has each file of the sources, and nothing else", () => {
  const core = contentsOf("core", "")
  for (
    const file of [
      "LICENSE",
      "README.md",
      "package.json",
      "dist/Wristbank.js",
      "dist/Wristbank.d.ts",
      "dist/sql/migrations/0001_sql.sql",
      "dist/fiscal/gdpdu-01-09-2004.dtd"
    ]
  ) {
    assert.include(core, file)
  }
  assert.includeMembers(Array.from(contentsOf("stand-ins", "")), ["README.md", "dist/festival/demo-festival.yaml"])
  const cli = contentsOf("cli", join(root, "examples"))
  assert.includeMembers(Array.from(cli), ["oclif.manifest.json", "bin/wristbank.js", "web/festival.yaml"])
  assert.deepStrictEqual(faultsOf(["a", "b"], ["b", "a"]), [])
  assert.deepStrictEqual(faultsOf(["a", "b"], ["b", "c"]), ["a is missing", "c is not expected"])
})

it("imports of modules that are no entries lead to those of the same version alone", () => {
  const published = (text: string) => publishedImports(text, { core: ["order"], http: ["client"] }, "3.2.1")
  const internal = internalPath("3.2.1")
  assert.match(internal, /^internal-[0-9a-f]{16}$/)
  assert.notStrictEqual(internalPath("3.2.2"), internal)
  assert.strictEqual(
    published(`import { Sales } from "@wristbank/core/sale/Sales"`),
    `import { Sales } from "@wristbank/core/${internal}/sale/Sales"`
  )
  assert.strictEqual(
    published(`const { layer } = await import("@wristbank/http/server/main")`),
    `const { layer } = await import("@wristbank/http/${internal}/server/main")`
  )
  for (
    const kept of [
      `import { Sale } from "@wristbank/core/order"`,
      `import { layer } from "@wristbank/http/client"`,
      `import { Effect } from "effect"`
    ]
  ) {
    assert.strictEqual(published(kept), kept)
  }
  assert.strictEqual(
    published(`export * as Sale from "../order/Sale.ts"; type A = import("./B.ts").B`),
    `export * as Sale from "../order/Sale.js"; type A = import("./B.js").B`
  )
})
