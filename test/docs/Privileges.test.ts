import { assert, it } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { callRows, officeNeeds, privilegesPage } from "@wristbank/docs/privileges"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"

const stored = readFileSync(new URL("../../docs/reference/privileges.md", import.meta.url), "utf8")

const apis = [
  ["Administration API", callRows(AdministrationApi), OpenApi.fromApi(AdministrationApi)],
  ["Terminal API", callRows(TerminalApi), OpenApi.fromApi(TerminalApi)],
  ["Customer API", callRows(CustomerApi), OpenApi.fromApi(CustomerApi)]
] as const

it("docs/reference/privileges.md is what docs/generators/privileges.ts writes", () =>
  assert.strictEqual(stored, privilegesPage()))

it("web/administration/needs.json is what docs/generators/privileges.ts writes", () =>
  assert.strictEqual(
    readFileSync(new URL("../../web/administration/needs.json", import.meta.url), "utf8"),
    officeNeeds()
  ))

it.each(apis)("%s: each call has its row, with a column a privilege", (title, rows, { paths }) => {
  const [, section] = stored.split(`### ${title}\n`)
  const listed = section!.split("\n### ")[0]!.split("\n").filter((line) => line.startsWith("| `"))
  const cells = listed.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)
  )
  assert.sameMembers(cells.map(([call]) => call!.slice(1, -1)), described)
  for (const [index, [, needs, ...marks]] of cells.entries()) {
    const said = rows[index]!.needs
    const marked = Privilege.literals.filter((_, column) => marks[column] === "●")
    assert.lengthOf(marks, Privilege.literals.length)
    assert.sameMembers(marked, typeof said === "string" ? [] : [...said])
    assert.strictEqual(needs === "any one of", marked.length > 0)
  }
})

it.each(apis)("%s: a call needs a token unless it needs nothing", (_, rows, { paths }) => {
  for (const { call, needs } of rows) {
    const [method, path] = call.split(" ")
    const operation = Reflect.get(paths[path!]!, method!.toLowerCase())
    const secured = (Reflect.get(Object(operation), "security") ?? []).length > 0
    assert.strictEqual(secured, needs !== "nothing", call)
  }
})
