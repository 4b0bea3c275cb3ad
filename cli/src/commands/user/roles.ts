import { Args, Flags } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { nodeFlags } from "../../flags/CallerFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class UserRoles extends EventCommand {
  static override summary = "List the roles of a user, give some and take others back."
  static override description =
    "Shows the user's roles at the node, at those above and at those below. Roles are given and taken back at exactly the node, " +
    "with the same rules as in the back office: no one gives a role with rights that they lack."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> anna --node 2 --as admin",
    "<%= config.bin %> <%= command.id %> anna --node 2 --as admin --give cashier --remove helper"
  ]
  static override args = { login: Args.string({ description: "login of the user", required: true }) }
  static override flags = {
    ...nodeFlags("user_management"),
    give: Flags.string({ description: "name of a role to give; may be repeated", multiple: true, helpValue: "<role>" }),
    remove: Flags.string({
      description: "name of a role to take back; may be repeated",
      multiple: true,
      helpValue: "<role>"
    }),
    "terminal-only": Flags.boolean({
      description: "the user's roles at the node count at terminals, not in the back office",
      allowNo: true,
      dependsOn: ["give"]
    })
  }

  async run() {
    const { args, flags } = await this.parse(UserRoles)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { userAt } = await import("@wristbank/core/event/EventCaller")
    const { UserRoleAssignment } = await import("@wristbank/core/organisation/RoleAssignment")
    const { RoleAssignments } = await import("@wristbank/core/organisation/RoleAssignments")
    const { UserRepository } = await import("@wristbank/core/organisation/UserRepository")
    const { roleLines } = await import("../../views/RoleLines.ts")
    const { give = [], remove = [], "terminal-only": terminalOnly = null } = flags
    const write = give.length + remove.length > 0
    const services = {
      privileges: ["user_management"],
      layer: Layer.merge(RoleAssignments.layer, UserRepository.layer)
    } as const
    const roles = await this.atNode({ ...flags, write }, services, (caller) =>
      Effect.gen(function*() {
        const assignments = yield* RoleAssignments
        const { id } = yield* userAt(caller.node, args.login)
        if (write) yield* assignments.change(caller, id, { give, remove, terminalOnly })
        return yield* assignments.ofUser(caller, id)
      }))
    for (const line of roleLines(roles)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(UserRoleAssignment)))(roles)
  }
}
