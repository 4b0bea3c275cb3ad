// What knip counts as used, which finds unused files, exports and packages in `npm run check`.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..")

/** The modules that the entries of the published packages pass on: what they export is for programs that embed them. */
const publishedModules = ["core", "http"].flatMap((name) => {
  const folder = join(name, "src", "entries")
  return readdirSync(join(root, folder)).flatMap((file) =>
    Array.from(
      readFileSync(join(root, folder, file), "utf8").matchAll(/ from "([^"]+)"/g),
      ([, path]) => join(folder, path)
    )
  )
})

const exports = ["exports", "types"]

/** @type {import("knip").KnipConfig} */
export default {
  includeEntryExports: true,
  ignoreIssues: Object.fromEntries(
    [
      ...publishedModules,
      "*/src/entries/*.ts",
      // Loaded by their path: modules of threads, a hook of the command line, what stands for vitest in a trial of mutants, and
      // the set-up of a project of tests.
      "{core,http}/src/**/*Thread.ts",
      "cli/src/shell/CommandNotFound.ts",
      // The descriptions of the APIs are the comments of exports.
      "core/src/sale/WebCheckout.ts",
      // Rules that the model looks up by the names of its steps.
      "test/support/model/Model{Cash,Office}.ts",
      "scripts/torture/mutants/TestRegistry.ts",
      "test/site/builtSite.ts",
      // The declarations of a JavaScript file repeat its exports.
      "scripts/**/*.d.ts",
      "scripts/{program,web}/built.js"
    ].map((path) => [path, exports])
  ),
  workspaces: {
    ".": {
      entry: [
        "scripts/{bench,check,docs,publishBuild,release,sbom,torture}.{js,ts}",
        "scripts/bench/[a-z]*.ts",
        "scripts/{pack/pack,pack/try,program/build,torture/clone,torture/cluster,torture/site,web/build}.ts",
        "scripts/torture/mutants/{mutants,MutantTrial,Loading,TestRegistry}.ts"
      ],
      vitest: { config: ["vitest.config.ts", "vitest.*.config.ts"] },
      project: ["scripts/**/*.{js,ts}", "*.ts"],
      // Programs that the scripts start, and what those load.
      ignoreDependencies: ["node", "dprint", "@dprint/*", "oxlint", "@swc/core"],
      ignoreBinaries: ["unshare"]
    },
    core: { project: ["src/**/*.ts"] },
    http: { project: ["src/**/*.ts"] },
    cli: { project: ["src/**/*.{ts,tsx}", "bin/*.js"] },
    "cli/stand-ins": { project: ["src/**/*.ts"] },
    web: { project: ["**/*.{ts,tsx}"] },
    docs: { project: ["generators/**/*.ts"] },
    examples: { entry: ["*.ts"], project: ["*.ts"] },
    test: {
      // Programs that tests start.
      entry: [
        "cli/{olderNode,postgres/holdPostgres,processes/deafProcess,serving/impatientUp,shiftClock}.ts",
        "cli/shell/{brokenCommand,stubbornCommand}.ts",
        "site/builtSite.ts"
      ],
      project: ["**/*.{ts,tsx}"],
      ignoreBinaries: ["ip", "ldd", "mount", "umount"],
      // Found by their path.
      ignoreDependencies: ["@sparticuz/chromium", "axe-core"]
    }
  }
}
