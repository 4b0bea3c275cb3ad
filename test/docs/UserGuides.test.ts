import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const sourcesOf = (pattern: string) => globSync(pattern, { cwd: root }).map(read).join("\n")

/** What screens and refusals say in English: the sources of their texts, with what stands for a value taken out. */
const screens = sourcesOf("web/**/{english,screens,*Screens}.ts")
const refusals = sourcesOf("core/src/**/{*Rules,Refusal}.ts")
const said = `${screens}\n${refusals}`.replaceAll(/\\"/g, "\"").replaceAll(/\$\{[^{}]*\}|\{\w+(?::\w+)?\}/g, "…")

const guides = ["cashier", "shift-lead", "finance", "help-desk", "stall-owner", "guest"]

/** The parts of a quoted text between the values. */
const partsOf = (text: string) => text.split("…").map((part) => part.trim()).filter((part) => part.length > 1)

it("the user guides quote what the screens and the refusals say", () => {
  const quoted = guides.flatMap((guide) =>
    Array.from(
      read(`docs/user-guide/${guide}.md`).replaceAll(/\s+/g, " ").matchAll(/\*\*([^*]+)\*\*|(?<!\*)\*([^*]+)\*(?!\*)/g),
      ([, shown, sentence]) => ({ guide, text: shown ?? sentence! })
    )
  )
  assert.isAbove(quoted.length, 200)
  assert.deepStrictEqual(
    quoted.filter(({ text }) => partsOf(text.replace(/[:.]$/, "")).some((part) => !said.includes(part))),
    []
  )
})

it("a text that no screen has is found", () => {
  assert.deepStrictEqual(partsOf("Hand out … with …"), ["Hand out", "with"])
  assert.isFalse(said.includes("Press the big red button"))
})
