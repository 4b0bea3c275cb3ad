import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { english as newEvent } from "../../web/administration/newEvent/english.ts"
import { tasks } from "../../web/administration/Tasks.ts"
import { words } from "../web/administration/setup/Words.ts"

const pageOf = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../docs/administrator-documentation", name), "utf8")

const say = words["en-GB"]

/** All texts that have no parameters. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : []

const titles = tasks.flatMap(({ screens, title }) => [title, ...screens.map((screen) => screen.title)])

/** What the office and the till say, with the names that the page gives to its example. */
const said = new Set([
  ...textsIn(say),
  ...textsIn(newEvent),
  ...titles.map(({ en }) => en),
  say.sell.newButtonFor("Mate"),
  say.layouts.addChosen(1),
  say.tills.putAtTill("Tablet"),
  `${say.tills.payments}: ${say.tills.enable_ssp_payment}`,
  // The button of the till that has the product's name.
  "Mate"
])

const namedIn = (page: string) =>
  Array.from(pageOf(page).matchAll(/\*\*([^*]+)\*\*/g), ([, name = ""]) => name.replaceAll(/\s+/g, " "))

it.each([["event-setup.md", 60], ["new-event.md", 10]] as const)(
  "the page %s about setting an event up names screens, fields and buttons as they are called",
  (page, atLeast) => {
    const named = namedIn(page)
    assert.isAbove(named.length, atLeast)
    assert.deepStrictEqual(named.filter((name) => !said.has(name)), [])
  }
)
