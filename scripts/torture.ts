// Runs the heavy suites at full size, one after the other: `npm run torture`. Options: --parts matrix,kills (all by
// default), --minutes N (of the parts with a duration, default 30), --seed N (generates other cases), --list.
// docs/developer-documentation/testing.md describes each part. Exits with 1 when a part fails.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type Part, parts, partsNamed, seeds } from "./torture/Parts.ts"

const root = resolve(import.meta.dirname, "..")

/** These suites have no time limit. */
const unhurried = ["--testTimeout=0", "--hookTimeout=0"]

const say = (line: string) => process.stdout.write(`${line}\n`)

const commandOf = (part: Part, minutes: number): ReadonlyArray<string> =>
  "script" in part
    ? part.script(minutes)
    : [join(root, "node_modules/vitest/vitest.mjs"), "run", "--maxWorkers=1", ...unhurried, ...part.tests]

/** Runs a part and returns whether it passed. */
const run = async (part: Part, minutes: number, drawn: { readonly [name: string]: string }) => {
  const settings = "settings" in part ? { ...part.settings, ...drawn } : drawn
  say(`\n=== ${part.name}: ${part.what}`)
  say(Object.entries(settings).map(([name, value]) => `${name}=${value}`).join(" "))
  const begun = performance.now()
  const child = spawn(process.execPath, commandOf(part, minutes), {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: "inherit"
  })
  const [code] = await once(child, "exit")
  return { name: part.name, passed: code === 0, seconds: Math.round((performance.now() - begun) / 1000) }
}

const main = async () => {
  const { values } = parseArgs({
    options: {
      parts: { type: "string", default: parts.map(({ name }) => name).join(",") },
      minutes: { type: "string", default: "30" },
      seed: { type: "string" },
      list: { type: "boolean", default: false }
    }
  })
  const chosen = partsNamed(values.parts.split(","))
  if (values.list) return chosen.forEach(({ name, what }) => say(`${name.padEnd(12)}${what}`))
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not ${values.minutes}`)
  const { seed } = values
  const drawn = seed === undefined ? {} : Object.fromEntries(seeds.map((name) => [name, seed]))
  const outcomes = []
  for (const part of chosen) outcomes.push(await run(part, minutes, drawn))
  say("")
  for (const { name, passed, seconds } of outcomes) say(`${passed ? "ok    " : "FAILED"} ${name}, ${seconds} s`)
  process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
