import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"

const root = join(import.meta.dirname, "..", "..", "web")

const files = globSync("**/*.{ts,tsx}", { cwd: root, exclude: (path) => /node_modules|dist/.test(path) })
  .map((path) => ({
    path: path.split(sep).join("/"),
    isText: /(^|\/)(english|german)\.ts$/.test(path),
    code: readFileSync(join(root, path), "utf8")
  }))

const importsOf = ({ code, path }: { readonly code: string; readonly path: string }) =>
  Array.from(
    code.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g),
    ([, target]) => relative(root, resolve(root, dirname(path), target!)).split(sep).join("/")
  )

/** The code that can use a file of texts: what imports it or its hook, and the whole application for the texts of `messages`. */
const readersOf = (path: string) => {
  const texts = path.replace(/english\.ts$/, "texts.ts")
  const merged = files.some((file) => file.path.endsWith("messages/english.ts") && importsOf(file).includes(path))
  const [application] = path.split("/")
  return files.filter((file) =>
    !file.isText && (
      merged || path.endsWith("messages/english.ts")
        ? application === "kit" || file.path.startsWith(`${application}/`) || file.path.startsWith("kit/")
        : importsOf(file).some((target) => target === path || target === texts)
    )
  )
}

/** Whether code reads a text by its key, or by the end of it, as in say[`${flag}_hint`]. */
const isUsed = (key: string, code: string) =>
  new RegExp(`(?:[."]|[{,]\\s*)${key}\\b`).test(code) ||
  Array.from(code.matchAll(/\[`\$\{\w+\}(\w+)`\]/g)).some(([, end]) => key.endsWith(end!))

const englishIn = async (path: string): Promise<object> => (await import(join(root, path))).english

it("every text of the screens is used", async () => {
  const paths = files.map(({ path }) => path).filter((path) => path.endsWith("/english.ts"))
  assert.isAbove(paths.length, 30)
  const unused: Array<string> = []
  for (const path of paths) {
    const passedOn = importsOf(files.find((file) => file.path === path)!).filter((target) => paths.includes(target))
    const foreign = new Set((await Promise.all(passedOn.map(englishIn))).flatMap((texts) => Object.keys(texts)))
    const code = readersOf(path).map((file) => file.code).join("\n")
    const keys = Object.keys(await englishIn(path)).filter((key) => !foreign.has(key))
    unused.push(...keys.filter((key) => !isUsed(key, code)).map((key) => `${path}: ${key}`))
  }
  assert.deepStrictEqual(unused, [])
})
