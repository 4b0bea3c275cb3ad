import { Args } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { limitFlag, selected } from "../../flags/ListFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class NodeList extends EffectCommand {
  static override summary = "List the nodes of the tree: organisations, events and their parts."
  static override description =
    "The name is the one that other commands take: with those of the nodes above. Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> \"Harbour Festival\""
  ]
  static override args = {
    node: Args.string({ description: "number or name of a node: it and those below it (default: all)", default: "0" })
  }
  static override flags = limitFlag

  async run() {
    const { args, flags } = await this.parse(NodeList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Id } = await import("@wristbank/core/base/Id")
    const { rootId } = await import("@wristbank/core/organisation/Node")
    const { namePaths } = await import("@wristbank/core/organisation/NodeName")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { anyNodeNamed } = await import("../../shell/NamedNodes.ts")
    const { listLines } = await import("../../views/ListLines.ts")
    const ListedNode = Schema.Struct({
      id: Id,
      name: Schema.String,
      kind: Schema.Literals(["root", "organisation", "event", "part of an event"]),
      archived: Schema.Boolean
    })
    const kindOf = (id: bigint, eventId: bigint | null) =>
      id === rootId ? "root" : eventId === null ? "organisation" : eventId === id ? "event" : "part of an event"
    const nodes = await this.runEffect(
      Effect.gen(function*() {
        const { subtree } = yield* NodeRepository
        const paths = namePaths(yield* Effect.orDie(subtree(rootId)))
        const below = yield* Effect.orDie(subtree(yield* anyNodeNamed(args.node)))
        return below.map(({ event_id, id, name, read_only }) => ({
          id,
          name: id === rootId ? name : paths.get(id)!,
          kind: kindOf(id, event_id),
          archived: read_only
        } as const))
      }).pipe(Effect.provide(Layer.provide(NodeRepository.layer, databaseLayer)))
    )
    const byName = nodes.toSorted((a, b) =>
      Number(b.kind === "root") - Number(a.kind === "root") || (a.name < b.name ? -1 : 1)
    )
    const listed = selected(byName, ({ name }) => [name], flags)
    const columns = {
      node: ({ id }: typeof ListedNode.Type) => String(id),
      name: ({ name }: typeof ListedNode.Type) => name,
      kind: ({ kind }: typeof ListedNode.Type) => kind,
      state: ({ archived }: typeof ListedNode.Type) => archived ? "archived" : ""
    }
    for (const line of listLines(listed, columns, "There is no node.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedNode)))(listed.shown)
  }
}
