import { Id } from "@wristbank/core/base/Id"
import { rootId } from "@wristbank/core/organisation/Node"
import { type NamedNode, nodeNamed } from "@wristbank/core/organisation/NodeName"
import type { callsOf } from "@wristbank/http/client/ServerCalls"
import { Effect, Schema } from "effect"
import { NodeUnknown } from "../shell/NamedNodes.ts"

interface SeenNode {
  readonly id: bigint
  readonly name: string
  readonly children: ReadonlyArray<SeenNode>
}

const SeenNode: Schema.Codec<SeenNode, unknown> = Schema.Struct({
  id: Id,
  name: Schema.String,
  children: Schema.Array(Schema.suspend((): Schema.Codec<SeenNode, unknown> => SeenNode))
})

const allIn = ({ children, id, name }: SeenNode, parent = rootId): ReadonlyArray<NamedNode> => [
  { id, name, parent, event_id: null },
  ...children.flatMap((child) => allIn(child, id))
]

/** As what a node is asked for, which a refusal repeats. */
type Kind = "event" | "node"

/** The node of a server with a number or names, as its user sees it. */
export const nodeSeen = Effect.fnUntraced(function*(call: ReturnType<typeof callsOf>, kind: Kind, given: string) {
  return yield* oneCalled(kind, given, allIn(yield* call({ path: "/tree/", answer: SeenNode })))
})

/** The one of the nodes that is meant by a number or names. */
export const oneCalled = (
  kind: Kind,
  given: string,
  nodes: ReadonlyArray<NamedNode>
): Effect.Effect<NamedNode, NodeUnknown> => {
  const naming = nodeNamed(given, nodes, () => true)
  if (naming.kind === "one") return Effect.succeed(naming.node)
  return Effect.fail(
    new NodeUnknown({
      message: naming.kind === "none"
        ? `There is no ${kind} ${given} that you may see: give the name or number of another one`
        : `Several nodes are called ${given}: give one of the numbers ${naming.nodes.map(({ id }) => id).join(", ")}`
    })
  )
}
