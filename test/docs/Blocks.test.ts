import { assert, it } from "@effect/vitest"
import { read } from "@wristbank/core/base/Configuration"
import type { Rule } from "@wristbank/core/base/Rule"
import { settings } from "@wristbank/core/base/Settings"
import { rulesByRoom } from "@wristbank/core/Rules"
import { commandEntries } from "@wristbank/docs/CommandLine"
import { domainErrors } from "@wristbank/http/api/Errors"
import { Effect, Predicate } from "effect"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { problemOfLine } from "./DocumentedCommand.ts"
import { blocksOf, documentedBlocks, type FencedBlock } from "./FencedBlock.ts"
import { shellLines } from "./ShellLine.ts"

const root = join(import.meta.dirname, "../..")
const blocks = documentedBlocks()

const placeOf = ({ line, page }: FencedBlock) => `${page}:${line}`

const isShell = ({ language }: FencedBlock) => ["sh", "bash", "shell", "console"].includes(language)

const errors = new Set<string>([
  ...domainErrors.map(({ identifier }) => identifier),
  "InternalError",
  "BodyTooLarge",
  "InvalidRequest"
])
const rules = new Set(
  Object.values(rulesByRoom).flatMap((room) => Object.values<Rule>(room).map(({ name }) => name as string))
)

const problemOfError = ({ id, rule }: { readonly [field: string]: unknown }) => {
  if (!errors.has(String(id))) return `there is no error ${id}`
  return rule === undefined || rules.has(String(rule)) ? undefined : `there is no rule ${rule}`
}

const problemOfSettings = async (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "wristbank-test-"))
  writeFileSync(join(folder, "settings.json"), text)
  const outcome = await Effect.runPromise(
    Effect.match(read({ environment: {}, file: join(folder, "settings.json") }), {
      onFailure: ({ message }) => message,
      onSuccess: () => undefined
    })
  )
  rmSync(folder, { recursive: true })
  return outcome
}

/** Why a JSON text is nothing that Wristbank answers or reads. */
const problemOfJson = async (text: string): Promise<string | undefined> => {
  const value: unknown = JSON.parse(text)
  if (Predicate.hasProperty(value, "id") && Predicate.hasProperty(value, "message")) {
    return problemOfError(value as { readonly [field: string]: unknown })
  }
  if (Predicate.isObject(value) && Object.keys(value).some((name) => name in settings)) return problemOfSettings(text)
  return "it is neither an error nor settings: let a test run it, or say here how it is checked"
}

const problemsOfShell = async (text: string) => {
  const problems = await Promise.all(
    shellLines(text).map(async (line) => [line.text, await problemOfLine(line)] as const)
  )
  return problems.flatMap(([line, problem]) => problem === undefined ? [] : [`${line}: ${problem}`])
}

it("each walk is run by a test", () => {
  const walks = blocks.filter(({ walk }) => walk !== undefined)
  const tests = globSync("test/**/*.test.ts", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"))
  assert.isAtLeast(walks.length, 2)
  for (const block of walks) {
    const isRun = tests.some((text) => text.includes(`"${block.page}"`) && text.includes(`"${block.walk}"`))
    assert.isTrue(isRun, `${placeOf(block)}: no test runs ${block.walk}`)
  }
})

it("each command that no test runs exists, and takes what it is given", async () => {
  const scripts = blocks.filter((block) => isShell(block) && block.walk === undefined)
  assert.isAtLeast(scripts.length, 20)
  const found = await Promise.all(
    scripts.map(async (block) => (await problemsOfShell(block.text)).map((problem) => `${placeOf(block)}: ${problem}`))
  )
  assert.deepStrictEqual(found.flat(), [])
})

it("each command has an example, which it takes as it is written", async () => {
  const found = await Promise.all((await commandEntries()).map(async ({ command, typed }) => {
    const examples = (command.examples ?? []).map((one) => typeof one === "string" ? one : one.command)
    if (examples.length === 0) return [`${typed} has no example`]
    const lines = examples.map((one) =>
      one.replace(/^\$ /, "").replaceAll("<%= config.bin %>", "wristbank").replaceAll("<%= command.id %>", typed)
    )
    for (const line of lines) assert.include(line, `wristbank ${typed}`)
    return problemsOfShell(lines.join("\n"))
  }))
  assert.deepStrictEqual(found.flat(), [])
})

it("each JSON text is what is answered or read", async () => {
  const texts = blocks.filter(({ language, walk }) => ["json", "jsonc"].includes(language) && walk === undefined)
  assert.isAtLeast(texts.length, 4)
  const found = await Promise.all(texts.map(async (block) => {
    const problem = await problemOfJson(block.text)
    return problem === undefined ? [] : [`${placeOf(block)}: ${problem}`]
  }))
  assert.deepStrictEqual(found.flat(), [])
})

it("a block with commands says that it is one, and requests are written for curl", () => {
  const hidden = blocks.filter(({ language, text }) =>
    ["", "text", "txt"].includes(language) && /^\s*\$? *(?:npx|npm|wristbank|curl|sudo) [\w"'./-]/.test(text)
  )
  assert.deepStrictEqual(hidden.map(placeOf), [])
  assert.deepStrictEqual(blocks.filter(({ language }) => language === "http").map(placeOf), [])
})

it("a wrong command, flag, call, body or program is found", async () => {
  const found = (text: string) => problemsOfShell(text).then((problems) => problems.length)
  assert.strictEqual(await found("wristbank payout create --event 1 --as anna --max-sum 5000 # money\nnpm test"), 0)
  assert.strictEqual(await found("wristbank payot create --event 1 --as anna"), 1)
  assert.strictEqual(await found("npx wristbank payout create --event 1 --as anna --maximum 5000"), 1)
  assert.strictEqual(await found("wristbank payout create --as anna"), 1)
  assert.strictEqual(await found("wristbank payout show seven --event 1 --as anna"), 1)
  assert.strictEqual(await found("A=1 npm run nothing && true"), 2)
  const call = "curl -s http://localhost:8000/api/customer"
  assert.strictEqual(await found(`${call}/auth/login -d '{"pin":"GUEST001","node_id":1}'`), 0)
  assert.strictEqual(await found(`${call}/auth/login -d '{"pin":"GUEST001"}'`), 1)
  assert.strictEqual(await found(`${call}/auth/logon`), 1)
  assert.strictEqual(await found("cp examples/nothing.ts /tmp"), 1)
  await problemOfJson(`{"id":"NoSuchError","message":""}`).then((problem) => assert.isDefined(problem))
})

it("blocks are read with their marks, languages and places", () => {
  const page = "# A\n\n<!-- walk:begin -->\n```sh\necho a\n```\n<!-- walk:end -->\n\n- b\n  ```json\n  {}\n  ```\n"
  assert.deepStrictEqual(blocksOf("a.md", page).map(({ language, line, text, walk }) => [language, line, text, walk]), [
    ["sh", 4, "echo a\n", "walk"],
    ["json", 10, "{}\n", undefined]
  ])
})
