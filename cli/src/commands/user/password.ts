import { Args } from "@oclif/core"
import { Effect, Layer } from "effect"
import { systemAccount, userNodeFlag } from "../../flags/CallerFlags.ts"
import { passwordFlags } from "../../secrets/PasswordFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class UserPassword extends EffectCommand {
  static override summary = "Set a new password for a user who forgot theirs."
  static override description =
    "For the day when no one can sign in who might set it in the back office. The user's sessions end, and they are asked to " +
    "choose another password. The password is asked for, or read from a file or an environment variable; it is no argument, as " +
    "others on the machine could read it. The audit log records the account that runs the command."
  static override examples = [
    "<%= config.bin %> <%= command.id %> admin",
    "<%= config.bin %> <%= command.id %> olga --node \"Demo Festival\""
  ]
  static override args = { login: Args.string({ description: "login of the user", required: true }) }
  static override flags = {
    ...userNodeFlag,
    ...passwordFlags
  }

  async run() {
    const { args, flags } = await this.parse(UserPassword)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { PasswordResets } = await import("@wristbank/core/organisation/PasswordResets")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { userNodeNamed } = await import("../../shell/NamedNodes.ts")
    const { givenPassword } = await import("../../secrets/PasswordInput.ts")
    await this.runEffect(
      Effect.gen(function*() {
        const nodeId = yield* userNodeNamed(flags.node)
        const password = yield* givenPassword(flags)
        yield* PasswordResets.use((resets) =>
          resets.byCommand({ login: args.login, nodeId }, password, systemAccount())
        )
      }).pipe(Effect.provide(Layer.provide(Layer.merge(PasswordResets.layer, NodeRepository.layer), databaseLayer)))
    )
    this.log(`${args.login} has a new password, and is asked for another one after signing in with it.`)
  }
}
