import { printable } from "@wristbank/core/base/VisibleText"
import { rootId } from "@wristbank/core/organisation/Node"
import { type NamedNode, namePaths, nodeNamed } from "@wristbank/core/organisation/NodeName"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { Effect, Schema } from "effect"
import { closest } from "./Suggestion.ts"

/** Raised when a name or number fits no event or node, or several; says which there are. */
export class NodeUnknown extends Schema.TaggedError<NodeUnknown>()("NodeUnknown", { message: Schema.String }) {}

/** As many names as are read at a glance. */
const shown = 5

/** The id of the event with a number, or with a name and as many of those of the nodes above it as tell it from others. */
export const eventNamed = (given: string) => found("event", given, ({ event_id, id }) => event_id === id)

/** The id of any node, which is named in the same way; 0 is the root. */
export const anyNodeNamed = (given: string) => found("node", given, () => true)

/** The id of a user's node, as a flag names it; null without the flag. */
export const userNodeNamed = (given: string | undefined) =>
  given === undefined ? Effect.succeed(null) : anyNodeNamed(given)

const found = Effect.fnUntraced(
  function*(kind: "event" | "node", given: string, qualifies: (node: NamedNode) => boolean) {
    const nodes = yield* Effect.orDie(NodeRepository.use((repository) => repository.subtree(rootId)))
    const naming = nodeNamed(given, nodes, qualifies)
    if (naming.kind === "one") return naming.node.id
    const paths = namePaths(nodes)
    const labelOf = ({ id }: NamedNode) => `${printable(paths.get(id)!)} (${id})`
    if (naming.kind === "several") {
      return yield* new NodeUnknown({
        message: `Several ${kind}s are called ${given}: ${
          naming.nodes.map(labelOf).join(", ")
        }. Give one of these names or numbers`
      })
    }
    const there = closest(given, nodes.filter(qualifies).filter(({ id }) => id !== rootId), ({ name }) => name).slice(
      0,
      shown
    )
    return yield* new NodeUnknown({
      message: `There is no ${kind} ${given}${
        there.length === 0 ? "" : `. There is ${there.map(labelOf).join(", ")}`
      }. See wristbank ${kind} list`
    })
  }
)
