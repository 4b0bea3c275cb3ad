import { assert, it } from "@effect/vitest"
import { allowanceUses, countUses, limitsPage, placeUses } from "@wristbank/docs/limits"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..", "..")
const textOf = (path: string) => readFileSync(join(root, path), "utf8")

it("docs/reference/limits.md is what docs/generators/limits.ts writes", () =>
  assert.strictEqual(textOf("docs/reference/limits.md"), limitsPage()))

it("each limit is asked in the file that the page names, with the figure of the table", () => {
  const uses = [countUses, allowanceUses, placeUses].flatMap((each) => Object.entries(each))
  assert.isAbove(uses.length, 15)
  for (const [name, { file }] of uses) {
    assert.match(textOf(file), /\/limits\/Limits\.ts"/, file)
    const reads = new RegExp(`\\b(?:limits|attempts|allowances|places)\\.${name}\\b|\\{ ${name} \\} = allowances`)
    assert.match(textOf(file), reads, name)
  }
})

it("the page names every file that asks for a figure or runs an algorithm, and no other", () => {
  const files = ["core/src", "http/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts")).map((path) => `${folder}/${path}`)
  ).filter((path) => !path.startsWith("core/src/base/limits/"))
  const asking = files.filter((path) =>
    /from "[^"]*\/limits\/(?:Limits|Allowance|Admission|BookingAdmission)(?:\.ts)?"/.test(textOf(path))
  )
  const page = limitsPage()
  const named = Array.from(page.matchAll(/`((?:core|http)\/src\/[\w/]+\.ts)`/g), ([, path]) => path!)
  for (const path of named) assert.isTrue(existsSync(join(root, path)), path)
  // How counts are kept, and the turns of a name, are no limits of their own.
  const keeping = ["SignInFailureRepository", "TryTurns", "TillChangeRepository"]
  const missing = asking.filter((path) =>
    !named.includes(path) && !keeping.some((name) => path.endsWith(`/${name}.ts`))
  )
  assert.deepStrictEqual(missing, [])
})
