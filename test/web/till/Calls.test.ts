import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../../..")

/** Calls of the published API that no screen needs, each with the reason. */
const unused: Readonly<Record<string, string>> = {}

/** The published calls of terminals, as the till names them: `GET /order/:order_id`. */
const published = (): ReadonlyArray<string> => {
  const { paths } = JSON.parse(
    readFileSync(join(root, "test/http/contract/published/terminalserver.json"), "utf8")
  ) as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`)
  )
}

test("some screen of the till uses each published call of terminals", () => {
  const folder = join(root, "web/till")
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n")
  const calls = published()
  expect(calls).toHaveLength(39)
  expect(calls.filter((call) => !sources.includes(`"${call}"`) && unused[call] === undefined)).toEqual([])
  expect(Object.keys(unused).filter((call) => !calls.includes(call))).toEqual([])
})
