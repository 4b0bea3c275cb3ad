import { assert, it } from "@effect/vitest"
import { read } from "@wristbank/core/base/Configuration"
import { settingGroups, settings, variableOf } from "@wristbank/core/base/Settings"
import { settingsPage } from "@wristbank/docs/settings"
import { Effect } from "effect"
import { readFileSync } from "node:fs"

const stored = readFileSync(new URL("../../docs/reference/settings.md", import.meta.url), "utf8")

it("docs/reference/settings.md is what docs/generators/settings.ts writes", async () =>
  assert.strictEqual(stored, await settingsPage()))

it("each setting has its heading, in one group", () => {
  const headings = Array.from(stored.matchAll(/^### (\w+)$/gm), ([, name]) => name)
  assert.deepStrictEqual(headings, Object.keys(settings))
  assert.deepStrictEqual(settingGroups.flatMap(([, group]) => Object.keys(group)), Object.keys(settings))
})

/** Values at the bounds that a setting says in words: the first is taken, the second is refused. */
const bounds: Readonly<Record<string, readonly [taken: string, refused: string]>> = {
  "port from 1 to 65535": ["65535", "65536"],
  "whole number from 1": ["1", "0"],
  "`true` or `false`": ["true", "maybe"],
  "text of at least 32 characters": ["k".repeat(32), "k".repeat(31)],
  "address (URL)": ["https://a.example", "nowhere"],
  "address that begins with `https://` or `http://`": ["http://a.example", "ftp://a.example"],
  "addresses and ranges such as `10.0.0.0/8`, separated by commas": ["10.0.0.0/8,::1", "10.0.0.0/33"],
  "`x-forwarded-for`, `forwarded`": ["forwarded", "x-real-ip"],
  "`auto`, `lines`, `json`": ["lines", "xml"],
  "`All`, `Fatal`, `Error`, `Warn`, `Info`, `Debug`, `Trace`, `None`": ["Warn", "Loud"]
}

/** Nothing but a missing value is refused. */
const unbounded = [
  "text",
  "path",
  "address that begins with `postgres://`",
  "origins such as `https://app.example`, separated by commas"
]

it.effect("each setting takes what its page says", () =>
  Effect.gen(function*() {
    for (const [name, { takes }] of Object.entries(settings)) {
      if (unbounded.includes(takes)) continue
      const [taken, refused] = bounds[takes] ?? assert.fail(`${name} takes ${takes}, of which no value is tried`)
      yield* read({ environment: { [variableOf(name)]: taken } })
      const { message } = yield* Effect.flip(read({ environment: { [variableOf(name)]: refused } }))
      assert.include(message, variableOf(name))
    }
  }))
