import { assert, it } from "@effect/vitest"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { parse } from "@wristbank/core/eventfile/EventFileText"
import { outlineOf } from "@wristbank/core/eventfile/outline/EventOutline"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { administrator, installed, servicesLayer } from "../../../support/administration.ts"
import { anyAnswers, inTurn } from "./AnyAnswers.ts"

/** Answers that are drawn; all of them become events of one installation. */
const drawn = 4

it.effect("any answers make an event at once, and leave nothing to be made", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const files = yield* EventFiles
    const [user] = yield* sql<{ id: bigint }>`select id from usr where login = ${administrator.login}`
    const chance = inTurn()
    const samples = fc.sample(anyAnswers, drawn)
    for (const [at, { answers }] of samples.entries()) {
      const outline = outlineOf({ ...answers, name: `Fest ${at}` }, at % 2 === 0 ? "en" : "de", chance)
      if ("problems" in outline) return assert.fail(JSON.stringify(outline.problems))
      const { contents } = Result.getOrThrow(parse("outline", JSON.stringify(outline.file)))
      const request = {
        author: { userId: user!.id, by: "anna@laptop" },
        contents,
        variables: outline.secrets,
        checkShop: () => Effect.void
      }
      const { refused } = yield* files.apply(request, yield* files.plan(request))
      assert.deepStrictEqual(refused.map(({ refusal }) => refusal.message), [], JSON.stringify(answers))
      const again = yield* files.plan(request)
      assert.isNotNull(again.eventId)
      assert.deepStrictEqual(
        again.steps.map(({ action, fields, key }) => [action, key, fields]),
        [],
        JSON.stringify(answers)
      )
    }
  }).pipe(Effect.provide(Layer.provideMerge(installed, servicesLayer), { local: true })))
