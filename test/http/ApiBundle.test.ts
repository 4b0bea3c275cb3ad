import { assert, it } from "@effect/vitest"
import { isBuiltin } from "node:module"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Whether a module does not exist in browsers, or does not belong into definitions of calls. */
const isForeign = (id: string) =>
  isBuiltin(id) || id === "effect/sql" ||
  /^(?:@effect\/(?:sql|platform)|@node-rs\/|@zxcvbn-ts\/|pdfmake|nodemailer|pg$)/.test(id)

/**
 * Bundles a file for browsers; returns the importers of modules that don't belong there, the bundled files of this project,
 * and the size of the bundle in bytes.
 */
const bundled = async (entry: string) => {
  const foreign = new Set<string>()
  const bundle = await rolldown({
    input: `${root}${entry}`,
    platform: "browser",
    logLevel: "silent",
    plugins: [{
      name: "foreign",
      resolveId: (id, importer = "") => {
        if (!isForeign(id)) return null
        foreign.add(`${importer.replace(root, "")} imports ${id}`)
        return { id, external: true }
      }
    }]
  })
  const { output } = await bundle.generate({ format: "es" })
  await bundle.close()
  const files = output.flatMap((chunk) => "moduleIds" in chunk ? chunk.moduleIds : [])
    .filter((id) => id.startsWith(root) && !id.includes("node_modules"))
    .map((id) => id.slice(root.length))
  return {
    files: files.toSorted(),
    foreign: [...foreign].toSorted(),
    size: output.reduce((sum, chunk) => sum + sizeOf(chunk), 0)
  }
}

const sizeOf = (chunk: { readonly type: string; readonly code?: string }) => chunk.code?.length ?? 0

it.each(["administration/AdministrationApi", "terminal/TerminalApi", "customer/CustomerApi"])(
  "a browser loads the definition of %s: it reaches no Node, no SQL and no password hashing",
  async (api) => {
    const { foreign, size } = await bundled(`http/src/api/${api}.ts`)
    assert.deepStrictEqual(foreign, [])
    assert.isAbove(size, 100_000)
  }
)

it.each([
  ["PasswordThread", ["imports @node-rs/argon2", "imports node:os"]],
  ["CommonPasswords", ["imports @zxcvbn-ts/language-common"]]
])("the bundler sees what is foreign to %s", async (file, imports) => {
  const entry = `core/src/organisation/${file}.ts`
  const { foreign } = await bundled(entry)
  assert.deepStrictEqual(foreign, imports.map((one) => `${entry} ${one}`))
})

it("a browser loads the client with exact numbers, which reaches nothing of the server", async () => {
  const { files, foreign } = await bundled("http/src/client/ExactClient.ts")
  assert.deepStrictEqual(foreign, [])
  assert.deepStrictEqual(files, ["http/src/ExactJson.ts", "http/src/client/ExactClient.ts"])
})
