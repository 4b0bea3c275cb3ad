import { assert, layer } from "@effect/vitest"
import { applyPlanned } from "@wristbank/cli/eventfile/EventFileApply"
import { affectedQuestion } from "@wristbank/cli/views/EventFileLines"
import type { Contents } from "@wristbank/core/eventfile/EventFile"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { parse } from "@wristbank/core/eventfile/EventFileText"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { administrator, installed, servicesLayer } from "../../support/administration.ts"
import { festivalSecrets as secrets } from "../../support/festivalSecrets.ts"

const festival = readFileSync(new URL("../../../examples/festival.yaml", import.meta.url), "utf8")
const contents = (text: string): Contents => Result.getOrThrow(parse("festival.yaml", text)).contents

/** Applies a file in a dialogue with someone who agrees or not; returns all that was said, in its order. */
const applied = Effect.fnUntraced(function*(text: string, agrees: boolean, flags: { readonly yes?: boolean } = {}) {
  const sql = yield* SqlClient.SqlClient
  const [admin] = yield* sql<{ id: bigint }>`select id from usr where login = ${administrator.login}`
  const request = {
    author: { userId: admin!.id, by: "anna@laptop" },
    contents: contents(text),
    variables: {},
    checkShop: () => Effect.void
  }
  const said: Array<string> = []
  const outcome = yield* Effect.result(
    applyPlanned({ request, file: "festival.yaml", locate: null }, { "dry-run": false, yes: false, ...flags }, {
      show: (lines) => Effect.sync(() => void said.push(...lines)),
      ask: (affected) =>
        Effect.suspend(() => {
          said.push(`${affectedQuestion(affected)}?`)
          return agrees ? Effect.void : Effect.fail("no")
        }),
      askSecrets: (variables) =>
        Effect.sync(() => {
          said.push(...variables.map((name) => `secret ${name}?`))
          return secrets
        })
    })
  )
  const left = yield* EventFiles.use((files) => files.plan(request))
  return { said, outcome, left: left.steps.map(({ action, section }) => `${action} ${section.name}`) }
})

layer(Layer.provideMerge(installed, servicesLayer), { excludeTestServices: true })(
  "somebody who applies a file",
  (it) => {
    it.effect("is asked for the secrets that are missing, and before what is there is changed or removed", () =>
      Effect.gen(function*() {
        const made = yield* applied(festival, false)
        assert.isTrue(Result.isSuccess(made.outcome))
        assert.deepStrictEqual(
          made.said.filter((line) => line.endsWith("?")).toSorted(),
          Object.keys(secrets).map((name) => `secret ${name}?`).toSorted()
        )
        assert.strictEqual(made.said.at(-1), "Done")
        assert.deepStrictEqual(made.left, [])

        // One terminal fewer, whose till loses it.
        const smaller = festival.replace("  - name: Terminal 2\n", "").replace(", terminal: Terminal 2", "")
        assert.notStrictEqual(smaller, festival)
        const refused = yield* applied(smaller, false)
        assert.deepStrictEqual(refused.outcome, Result.fail("no"))
        assert.strictEqual(
          refused.said.at(-1),
          "1 object will be changed and 1 object removed?",
          "nothing is done after the question"
        )
        assert.include(refused.left, "remove terminals", "nothing was changed")

        const agreed = yield* applied(smaller, true)
        assert.isTrue(Result.isSuccess(agreed.outcome))
        assert.deepStrictEqual(agreed.said.slice(-2), ["1 object will be changed and 1 object removed?", "Done"])
        assert.strictEqual(agreed.said.filter((line) => line.endsWith("?")).length, 1)
        assert.deepStrictEqual(agreed.left, [])

        const dearer = yield* applied(
          smaller.replace("{ name: Water, price: 2.5,", "{ name: Water, price: 2.6,"),
          false
        )
        assert.strictEqual(dearer.said.at(-1), "1 object will be changed?")
      }))

    it.effect("is not asked about what would be refused, nor when asked beforehand to go on", () =>
      Effect.gen(function*() {
        yield* applied(festival, true)
        // A deposit that is worth more when it comes back.
        const dearer = festival.replace("{ name: Deposit, price: 2,", "{ name: Deposit, price: 3,")
        const smaller = dearer.replace("  - name: Terminal 2\n", "").replace(", terminal: Terminal 2", "")
        const refused = yield* applied(smaller, true)
        assert.deepStrictEqual(refused.said.filter((line) => line.endsWith("?")), [])
        assert.strictEqual(refused.said.at(-1), "Nothing was changed")
        assert.include(refused.left, "remove terminals")
        const agreed = yield* applied(smaller.replace("price: 3,", "price: 2,"), false, { yes: true })
        assert.deepStrictEqual(agreed.said.filter((line) => line.endsWith("?")), [])
        assert.deepStrictEqual(agreed.left, [])
      }))
  }
)
