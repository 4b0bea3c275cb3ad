import { assert, it } from "@effect/vitest"
import { readdir, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** Each command as it is typed: `payout create`. */
const commands = async () =>
  (await readdir(join(root, "cli/src/commands"), { recursive: true }))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replace(/\.ts$/, "").replaceAll("/", " "))
    .toSorted()

it("the README names every command", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8")
  const rows = readme.split("\n").filter((line) => line.startsWith("| `wristbank "))
  const isNamed = (command: string) => {
    const [topic = "", name] = command.split(" ")
    const row = rows.filter((line) => line.startsWith(`| \`wristbank ${topic}`)).join("\n")
    return name === undefined ? row !== "" : row.includes(`${topic} ${name}\``) || row.includes(`\`${name}\``)
  }
  assert.deepStrictEqual((await commands()).filter((command) => !isNamed(command)), [])
})

it("a topic of commands has a description", async () => {
  const { oclif } = JSON.parse(await readFile(join(root, "cli/package.json"), "utf8"))
  const topics = new Set(
    (await commands()).filter((command) => command.includes(" ")).map((command) => command.split(" ")[0])
  )
  assert.deepStrictEqual([...topics].filter((topic) => oclif.topics[topic!]?.description === undefined), [])
})
