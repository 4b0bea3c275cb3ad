import { assert, it } from "@effect/vitest"
import { NotFound } from "@wristbank/core/base/Refusal"
import { dieOnInfrastructure } from "@wristbank/core/sql/Infrastructure"
import { Cause, Effect, Exit, Schema } from "effect"
import { SqlError } from "effect/sql"

const lost = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("connection lost") }) })
const refusal = new NotFound({ element_type: "node", element_id: 7n })

const defectOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isDieReason).map(({ defect }) => defect) : []

it.effect("a silent database and a malformed row become defects that keep their cause", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(defectOf(yield* Effect.exit(dieOnInfrastructure(Effect.fail(lost)))), [lost])
    const read = Schema.decodeUnknownEffect(Schema.Number)("seven")
    const [defect] = defectOf(yield* Effect.exit(dieOnInfrastructure(read)))
    assert.isTrue(Schema.isSchemaError(defect))
  }))

it.effect("refusals and missing rows stay failures", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* Effect.flip(dieOnInfrastructure(Effect.fail(refusal))), refusal)
    const missing = new Cause.NoSuchElementError()
    assert.strictEqual(yield* Effect.flip(dieOnInfrastructure(Effect.fail(missing))), missing)
  }))
