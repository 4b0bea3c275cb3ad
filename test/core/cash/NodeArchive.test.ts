import { assert, it } from "@effect/vitest"
import * as NodeArchive from "@wristbank/core/cash/NodeArchive"
import { NodeIsReadOnly } from "@wristbank/core/organisation/Node"
import { Result, Schema } from "effect"

const Uses = Schema.Array(NodeArchive.Use).check(Schema.isMaxLength(4))

it.prop("an open node is archived exactly when nothing is open there", [Uses], ([open]) => {
  const outcome = NodeArchive.archive({ id: 7n, read_only: false }, open)
  assert.strictEqual(Result.isSuccess(outcome), open.length === 0)
  if (Result.isSuccess(outcome)) return
  assert.instanceOf(outcome.failure, NodeArchive.NodeInUse)
  const { message, reasons } = outcome.failure as NodeArchive.NodeInUse
  assert.deepStrictEqual(reasons, open)
  for (const { count } of open) assert.include(message, `${count} `)
})

it.prop("an archived node is archived once", [Uses], ([open]) => {
  const outcome = Result.flip(NodeArchive.archive({ id: 7n, read_only: true }, open))
  assert.instanceOf(Result.getOrThrow(outcome), NodeIsReadOnly)
})

it.prop("a node leaves the archive only from below an open one", [Schema.Boolean, Schema.Boolean], ([node, parent]) => {
  const outcome = NodeArchive.unarchive({ read_only: node }, { name: "above", read_only: parent })
  assert.strictEqual(Result.isSuccess(outcome), node && !parent)
})

const Place = Schema.Struct({
  id: Schema.Literals([0n, 5n, 6n]),
  event_node_id: Schema.NullOr(Schema.Literals([5n]))
})

it.prop("only an empty node that is neither the root nor an event is deleted", [Place, Uses], ([node, there]) => {
  const outcome = NodeArchive.remove(node, there)
  assert.strictEqual(
    Result.isSuccess(outcome),
    there.length === 0 && node.id !== 0n && node.id !== node.event_node_id
  )
})
