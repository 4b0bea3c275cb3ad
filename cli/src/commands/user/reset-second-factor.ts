import { Args } from "@oclif/core"
import { Effect, Layer } from "effect"
import { systemAccount, userNodeFlag } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class UserResetSecondFactor extends EffectCommand {
  static override summary = "Remove the second factor of a user who lost it."
  static override description =
    "For the day when no one can sign in who might reset it in the back office. The user's sessions end; they sign in with " +
    "their password alone, and set up another second factor where one is required. The audit log records the account " +
    "that runs the command."
  static override examples = [
    "<%= config.bin %> <%= command.id %> olga",
    "<%= config.bin %> <%= command.id %> olga --node \"Demo Festival\""
  ]
  static override args = { login: Args.string({ description: "login of the user", required: true }) }
  static override flags = userNodeFlag

  async run() {
    const { args, flags } = await this.parse(UserResetSecondFactor)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { SecondFactorResets } = await import("@wristbank/core/organisation/SecondFactorResets")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { userNodeNamed } = await import("../../shell/NamedNodes.ts")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    await this.runEffect(
      Effect.flatMap(
        userNodeNamed(flags.node),
        (nodeId) => SecondFactorResets.use((resets) => resets.byCommand({ login: args.login, nodeId }, systemAccount()))
      ).pipe(
        Effect.provide(Layer.provide(Layer.merge(SecondFactorResets.layer, NodeRepository.layer), databaseLayer))
      )
    )
    this.log(`${args.login} has no second factor now, and signs in with the password alone.`)
  }
}
