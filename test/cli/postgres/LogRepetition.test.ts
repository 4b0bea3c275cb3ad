import { assert, it } from "@effect/vitest"
import { endOf } from "@wristbank/cli/postgres/LogFile"
import { followRepetition } from "@wristbank/cli/postgres/LogRepetition"
import { Effect } from "effect"
import { workReported } from "../../support/WorkReported.ts"

it("the name of a file of the log says where it ends", () => {
  assert.strictEqual(endOf("000000010000000000000001"), 2 * 2 ** 24)
  assert.strictEqual(endOf("0000000200000001000000FF"), 2 * 2 ** 32)
})

it.effect("tells from PostgreSQL's lines how many mebibytes of the log are repeated", () =>
  Effect.gen(function*() {
    const lines = [
      "LOG:  starting archive recovery",
      "LOG:  redo starts at 0/2000028",
      "LOG:  restored log file \"000000010000000000000003\" from archive",
      "LOG:  redo in progress, elapsed time: 1.00 s, current LSN: 0/4000028",
      "LOG:  redo in progress, elapsed time: 2.00 s, current LSN: 0/A000028",
      "LOG:  redo done at 0/AFFFFD8 system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 2.60 s"
    ]
    const repeated = (last: string | undefined) =>
      workReported(
        Effect.flatMap(followRepetition(last), (follow) => Effect.forEach(lines, follow, { discard: true }))
      )
    assert.deepStrictEqual((yield* repeated("00000001000000000000000B")).reports, [[32, 160], [128, 160]])
    assert.deepStrictEqual((yield* repeated(undefined)).reports, [])
  }))
