import { Flags } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { filterArgument, limitFlag, selected } from "../../flags/ListFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class UserList extends EffectCommand {
  static override summary = "List the users with their logins and the nodes that they belong to."
  static override description = "Users who were deactivated are left out. Reads one moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> anna --node \"Harbour Festival\""
  ]
  static override args = filterArgument
  static override flags = {
    ...limitFlag,
    node: Flags.string({
      description: "number or name of a node: only users of it and of those below it",
      default: "0",
      helpValue: "<node>"
    })
  }

  async run() {
    const { args, flags } = await this.parse(UserList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Id } = await import("@wristbank/core/base/Id")
    const { rootId } = await import("@wristbank/core/organisation/Node")
    const { namePaths } = await import("@wristbank/core/organisation/NodeName")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { UserRepository } = await import("@wristbank/core/organisation/UserRepository")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { anyNodeNamed } = await import("../../shell/NamedNodes.ts")
    const { listLines } = await import("../../views/ListLines.ts")
    const ListedUser = Schema.Struct({
      id: Id,
      login: Schema.String,
      /** The name that tills show. */
      display_name: Schema.String,
      node_id: Id,
      /** The name of that node with those of the nodes above it; empty for the root. */
      node: Schema.String
    })
    const users = await this.runEffect(
      Effect.gen(function*() {
        const { subtree } = yield* NodeRepository
        const paths = namePaths(yield* Effect.orDie(subtree(rootId)))
        const below = yield* Effect.orDie(subtree(yield* anyNodeNamed(flags.node)))
        const nodePath = below.map(({ id }) => id)
        const found = yield* Effect.orDie(
          UserRepository.use((repository) => repository.list({ nodePath, privilege: null, wholeEvent: null }))
        )
        return found.map(({ display_name, id, login, node_id }) => ({
          id,
          login,
          display_name,
          node_id,
          node: paths.get(node_id) ?? ""
        }))
      }).pipe(Effect.provide(Layer.provide(Layer.merge(NodeRepository.layer, UserRepository.layer), databaseLayer)))
    )
    const listed = selected(users, ({ display_name, login }) => [login, display_name], { ...args, ...flags })
    const columns = {
      login: ({ login }: typeof ListedUser.Type) => login,
      name: ({ display_name }: typeof ListedUser.Type) => display_name,
      node: ({ node, node_id }: typeof ListedUser.Type) => `${node === "" ? "the root" : node} (${node_id})`
    }
    for (const line of listLines(listed, columns, "There is no such user.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedUser)))(listed.shown)
  }
}
