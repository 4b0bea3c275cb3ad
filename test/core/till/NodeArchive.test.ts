import { assert, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { NodeIsReadOnly } from "@wristbank/core/organisation/Node"
import * as NodeArchive from "@wristbank/core/till/NodeArchive"
import { Result, Schema } from "effect"

const Uses = Schema.Array(NodeArchive.Use).check(Schema.isMaxLength(4))

it.prop("an open node is archived exactly when nothing is open there", [Uses], ([open]) => {
  const outcome = NodeArchive.archive({ id: 7n, read_only: false }, open)
  const stops = open.filter(({ kind }) => kind !== "signed_in_terminals")
  assert.strictEqual(Result.isSuccess(outcome), stops.length === 0)
  if (Result.isSuccess(outcome)) return
  assert.instanceOf(outcome.failure, NodeArchive.NodeInUse)
  const { message, reasons } = outcome.failure as NodeArchive.NodeInUse
  assert.deepStrictEqual(reasons, stops)
  for (const { count } of stops) assert.include(message, `${count} `)
})

it("each reason is named with its number, one thing as one", () => {
  const said = (count: number) => {
    const reasons = NodeArchive.UseKind.literals.map((kind) => ({ kind, count }))
    const inUse = new NodeArchive.NodeInUse({ node_id: 7n, reasons })
    return (["en", "de"] as const).map((language) => inUse.messageIn(language).split(": ")[1]!.split(", "))
  }
  const [one, several] = [said(1), said(2)]
  for (const [at, kind] of NodeArchive.UseKind.literals.entries()) {
    assert.match(one[0]![at]!, /^1 \w/)
    assert.notStrictEqual(one[0]![at]!.slice(2), several[0]![at]!.slice(2), kind)
  }
  const payout = new NodeArchive.NodeInUse({ node_id: 7n, reasons: [{ kind: "payouts", count: 1 }] })
  assert.include(payout.messageIn("en"), ": 1 payout")
  assert.notInclude(payout.messageIn("en"), "payouts")
  assert.match(payout.messageIn("de"), /: 1 Auszahlung$/)
})

it.prop("an archived node is archived once", [Uses], ([open]) => {
  const outcome = Result.flip(NodeArchive.archive({ id: 7n, read_only: true }, open))
  assert.instanceOf(Result.getOrThrow(outcome), NodeIsReadOnly)
})

it.prop("a node leaves the archive only from below an open one", [Schema.Boolean, Schema.Boolean], ([node, parent]) => {
  const outcome = NodeArchive.unarchive({ read_only: node }, { name: "above", read_only: parent })
  const expected = !node ? "cash.node_not_archived" : parent ? "cash.node_above_archived" : null
  assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, expected)
})

const Place = Schema.Struct({
  id: Schema.Literals([0n, 5n])
})

it.prop("only an empty node that is not the root is deleted", [Place, Uses], ([node, there]) => {
  const outcome = NodeArchive.remove(node, there)
  const expected = node.id === 0n
    ? "cash.root_not_deleted"
    : there.length > 0
    ? "NodeInUse"
    : null
  assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, expected)
})

it.prop(
  "an event is deleted by its name alone, and only while nothing has to be kept",
  [Uses, Schema.Literals(["Summer", "summer", ""])],
  ([kept, name]) => {
    const outcome = NodeArchive.removeEvent({ id: 5n, name: "Summer" }, name === "" ? null : name, kept)
    const expected = kept.length > 0 ? "NodeInUse" : name === "Summer" ? null : "cash.event_name_needed"
    assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, expected)
  }
)
