// Finds tests of decisions by their imports: those that use no database, process or socket.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Modules that a test of a decision must not import, neither itself nor through files of test/. */
const outside =
  /^(node:(child_process|net|http|https|tls)|@effect\/sql-pg|effect\/(sql|http)|@wristbank\/cli\/EmbeddedPostgres|@wristbank\/core\/sql\/.*)$/

const imported = (text) => Array.from(text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g), ([, name]) => name)

/** The test files of the folder that use nothing outside the process, in order. */
export const decisionTests = (root) => {
  const known = new Map()
  const isPure = (file) => {
    if (known.has(file)) return known.get(file)
    known.set(file, true) // Files that import each other are judged by their other imports.
    const text = readFileSync(file, "utf8")
    const pure = !/\binject\(/.test(text) && imported(text).every((name) => {
      if (!name.startsWith(".")) return !outside.test(name)
      const path = resolve(dirname(file), name)
      return !path.startsWith(join(root, "test")) || !existsSync(path) || isPure(path)
    })
    known.set(file, pure)
    return pure
  }
  return globSync("test/**/*.test.{ts,tsx}", { cwd: root, exclude: (path) => path.includes("node_modules") })
    .toSorted()
    .filter((file) => isPure(join(root, file)))
}
