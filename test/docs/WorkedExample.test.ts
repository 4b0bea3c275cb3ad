import { assert, it } from "@effect/vitest"
import { systemAccounts } from "@wristbank/core/base/Account"
import * as Money from "@wristbank/core/base/Money"
import * as Ledger from "@wristbank/core/journal/Ledger"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const page = readFileSync(
  join(import.meta.dirname, "../../docs/developer-documentation/accounts-and-postings.md"),
  "utf8"
)

/** The cells of a table's rows, by the heading of its first column. */
const rowsOf = (heading: string) => {
  const [table = ""] = page.slice(page.indexOf(`| ${heading} |`)).split("\n\n")
  return table.split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()))
}

const cents = (text: string) => Money.parse(text) ?? assert.fail(`${text} is no amount`)

it("the example of accounts and postings adds up", () => {
  const steps = rowsOf("step")
  const balances = rowsOf("account")
  assert.isAbove(steps.length, 10)
  const names = [...new Set(steps.flatMap(([, from, to]) => [from!, to!]))]
  const idOf = (name: string) => BigInt(names.indexOf(name))
  const postings = steps.flatMap(([, from, to, amount]) => Ledger.move(idOf(from!), idOf(to!), cents(amount!)))
  assert.lengthOf(postings, steps.length)
  const booked = names.map((name) => [name, Money.format(Ledger.change(postings, idOf(name)).balance)])
  assert.sameDeepMembers(balances.map(([name, balance]) => [name, balance]), booked)
  assert.strictEqual(Money.sum(balances.map(([, balance]) => cents(balance!))), 0n)
  const types = new Set<string>(systemAccounts.map(({ type }) => type))
  const system = names.filter((name) => name.startsWith("`")).map((name) => name.slice(1, -1))
  assert.deepStrictEqual(system.filter((name) => !types.has(name)), [])
})
