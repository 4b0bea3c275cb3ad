import { assert, it } from "@effect/vitest"
import type { Rule } from "@wristbank/core/base/Rule"
import { orderRules } from "@wristbank/core/journal/OrderRules"
import { rulesByRoom } from "@wristbank/core/Rules"
import { paymentRules } from "@wristbank/core/sale/PaymentRules"
import { ticketRules } from "@wristbank/core/sale/TicketRules"
import { type Check, checksOf, type OrderOfChecks, orderOfChecks } from "@wristbank/docs/orderOfChecks"
import { orderOfChecksPage } from "@wristbank/docs/orderOfChecksPages"
import { domainErrors } from "@wristbank/http/api/Errors"
import { readdirSync, readFileSync } from "node:fs"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const checks = Object.values<OrderOfChecks>(orderOfChecks).flatMap(checksOf)

const ruleOf = new Map<string, string>(
  Object.entries(rulesByRoom).flatMap(([room, rules]) =>
    Object.entries<Rule>(rules).map(([key, { name }]) => [`${room}.${key}`, name] as const)
  )
)
const ids = new Set<string>(domainErrors.map(({ identifier }) => identifier))
/** Raised by rules, which are named instead. */
const generalIds = ["AccessDenied", "CardPaymentMismatch", "InvalidArgument", "InvalidSale"]

/** The rules and errors that a file refuses with. */
const raisedIn = (file: string): ReadonlySet<string> => {
  const text = read(file)
  const rules = Array.from(
    text.matchAll(/\b\w+Rules\.(?!ts\b)\w+\b/g),
    ([used]) => ruleOf.get(used) ?? assert.fail(used)
  )
  const errors = Array.from(text.matchAll(/\bnew (\w+)\(/g), ([, name]) => name!)
  return new Set([...rules, ...errors.filter((name) => ids.has(name) && !generalIds.includes(name))])
}

it("the page is what docs/generators/orderOfChecksPages.ts writes, and holds every table once", () => {
  const text = orderOfChecksPage()
  assert.strictEqual(read("docs/reference/order-of-checks.md"), text)
  const titles = Array.from(text.matchAll(/^## (.*)$/gm), ([, title]) => title)
  assert.deepStrictEqual(titles, Object.values<OrderOfChecks>(orderOfChecks).map(({ title }) => title))
})

it("no table has a check twice", () => {
  for (const order of Object.values<OrderOfChecks>(orderOfChecks)) {
    const names = checksOf(order).map(({ detail, refusal }: Check) => `${refusal} ${detail}`)
    assert.lengthOf(new Set(names), names.length, order.title)
  }
})

it("every refusal in a table is raised in the file that its row names", () => {
  for (const { file, refusal } of checks) {
    if (refusal === "InvalidRequest") assert.include(read(file), `"${refusal}"`)
    else assert.isTrue(raisedIn(file).has(refusal), `${refusal} in ${file}`)
  }
})

/** What files of the tables refuse beside bookings. */
const ofOtherCalls: { readonly [file: string]: ReadonlyArray<string> } = {
  "core/src/organisation/Access.ts": ["organisation.no_rights"],
  "core/src/sale/PendingOrderStep.ts": ["CardPaymentSuccessful"]
}

it("every refusal of a file in the tables is in a table", () => {
  const files = new Set(checks.map(({ file }) => file))
  assert.isAbove(files.size, 15)
  for (const file of files) {
    const listed = new Set<string>(checks.filter((check) => check.file === file).map(({ refusal }) => refusal))
    listed.delete("InvalidRequest")
    assert.sameMembers([...raisedIn(file)], [...listed, ...(ofOtherCalls[file] ?? [])], file)
  }
})

it("every rule of bookings that stands in no table is one of other calls", () => {
  const listed = new Set<string>(checks.map(({ refusal }) => refusal))
  const others = [orderRules, paymentRules, ticketRules].flatMap((rules) => Object.values<Rule>(rules))
    .map(({ name }) => name)
    .filter((name) => !listed.has(name))
  const otherCalls = [
    "Grant.ts",
    "Grants.ts",
    "OnlineTopUp.ts",
    "OnlineTopUps.ts",
    "PendingOrders.ts",
    "Settlement.ts",
    "TerminalCustomers.ts"
  ]
  const raised = new Set(otherCalls.flatMap((file) => [...raisedIn(`core/src/sale/${file}`)]))
  assert.deepStrictEqual(others.filter((name) => !raised.has(name)), [])
  const files = readdirSync(new URL("../../core/src/sale", import.meta.url)).filter((file) =>
    !file.endsWith("Rules.ts")
  )
  for (const file of files.filter((name) => !otherCalls.includes(name))) {
    for (const name of raisedIn(`core/src/sale/${file}`)) assert.notInclude(others, name, file)
  }
})
