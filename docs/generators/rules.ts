/** Writes `docs/reference/rules/`, from the rules of the code: `node docs/generators/rules.ts`. */
import type { Rule } from "@wristbank/core/base/Rule"
import { rulesByRoom } from "@wristbank/core/Rules"
import { domainErrors } from "@wristbank/http/api/Errors"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { madeBy, plain, table } from "./Markdown.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const reference = /\b(\w+Rules)\.(\w+)\b/g

/** Files that refer to a rule, by the rule's name in the code, such as `tillRules.till_virtual`. */
const places = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const folder of ["core/src", "http/src", "cli/src", "cli/stand-ins/src"]) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!path.endsWith(".ts") || path.endsWith("Rules.ts")) continue
      for (const [used] of readFileSync(join(root, folder, path), "utf8").matchAll(reference)) {
        const files = found.get(used) ?? new Set()
        found.set(used, files.add(`${folder}/${path}`.replace(/^core\/src\//, "")))
      }
    }
  }
  return found
}

/** A sentence as the page shows it: `{needed:amount}` as {needed}. */
export const shown = (sentence: string): string => sentence.replaceAll(/\{(\w+):\w+\}/g, "{$1}")

const answered = new Set<string>(domainErrors.map(({ identifier }) => identifier))

/** The error of a rule; those that no API answers are on no page. */
const idOf = (id: string): string => {
  if (id === "Problem") return "none, in `problems` alone"
  return answered.has(id) ? `[\`${id}\`](../errors.md#${id.toLowerCase()})` : `\`${id}\`, which no API answers`
}

const sectionOf = (rule: Rule, files: ReadonlySet<string> | undefined): string => {
  const { de, en, id, name, remedy, when = en } = rule
  if (files === undefined) throw new Error(`${name} is a rule that nothing refuses by`)
  return [
    `## ${name}`,
    plain(shown(when)),
    [
      `- Id: ${idOf(id)}`,
      ...when === en ? [] : [`- Message: ${plain(shown(en))}`],
      `- German: ${plain(shown(de))}`,
      `- Remedy: ${plain(remedy)}`,
      `- Raised in: ${[...files].map((file) => `\`${file}\``).join(", ")}`
    ].join("\n")
  ].join("\n\n")
}

/** The pages, with their rooms. */
const parts: ReadonlyArray<readonly [page: string, title: string, rooms: ReadonlyArray<string>]> = [
  ["selling", "Rules of selling", ["account", "order", "pricing", "tag", "till"]],
  ["money", "Rules of cash, cards and payouts", ["card", "cash", "payout", "portal", "report"]],
  ["set-up", "Rules of set-up", ["catalogue", "device", "event", "eventfile", "network", "organisation"]],
  ["outside", "Rules of signing, tax, presale and mail", ["dsfinvk", "fiscal", "mail", "presale", "primitives", "sql"]]
]

/** The page of a room's rules, by its name in `docs/reference/rules`. */
export const pageOfRules = (room: string): string => {
  const page = parts.find(([, , rooms]) => rooms.includes(room))?.[0]
  if (page === undefined) {
    throw new Error(`The rules of ${room} are on no page: add it to one in docs/generators/rules.ts`)
  }
  return page
}

const made = madeBy("rules", "the `…Rules.ts` of each room of the code")

const overview = (rooms: ReadonlyArray<readonly [room: string, count: number]>): string =>
  `# Every rule that a call is refused by

${made}

[Errors](../errors.md) that cover several rules name one of them as \`rule\`. It never changes, and no two refusals share it; the sentence
may become a better one. Which of several a booking names is in [order-of-checks.md](../order-of-checks.md). \`{…}\` stands for what the call is
about. Rules without an id refuse nothing by themselves: they are among the \`problems\` of another rule.

\`\`\`json
{ "type": "service", "id": "InvalidArgument", "rule": "till.till_has_orders",
  "message": "Bar 1 has orders, which stay in the book" }
\`\`\`

${table(["room", "rules"], rooms.map(([room, count]) => [`[${room}](${pageOfRules(room)}.md)`, String(count)]))}
`

/** The texts of the pages, by their names in `docs/reference/rules`. */
export const rulePages = (): ReadonlyMap<string, string> => {
  const placesOf = places()
  const sections = Object.entries(rulesByRoom).flatMap(([variable, rules]) =>
    Object.entries<Rule>(rules).map(([key, rule]) => ({
      room: rule.name.split(".")[0]!,
      text: sectionOf(rule, placesOf.get(`${variable}.${key}`))
    }))
  )
  const rooms = Array.from(Map.groupBy(sections, ({ room }) => room)).toSorted(([a], [b]) => a < b ? -1 : 1)
  return new Map([
    ["index.md", overview(rooms.map(([room, texts]) => [room, texts.length]))],
    ...Array.from(Map.groupBy(rooms, ([room]) => pageOfRules(room)), ([page, ofPage]): [string, string] => [
      `${page}.md`,
      `# ${
        parts.find(([name]) => name === page)![1]
      }\n\n${made}\n\n[All rules](index.md), and what is said of each.\n\n${
        ofPage.flatMap(([, texts]) => texts.map(({ text }) => text)).join("\n\n")
      }\n`
    ])
  ])
}

export const writeRulePages = (): void => {
  const folder = join(root, "docs/reference/rules")
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of rulePages()) writeFileSync(join(folder, file), text)
}

if (import.meta.main) writeRulePages()
