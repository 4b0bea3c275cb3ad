import { Args, Flags } from "@oclif/core"
import { Effect } from "effect"
import { systemAccount } from "../../CallerFlags.ts"
import { EffectCommand } from "../../EffectCommand.ts"

export default class UserCreate extends EffectCommand {
  static override summary = "Make an administrator: the first one of a migrated database, or a further one."
  static override description =
    "Administrators set up events and make all other users in the back office. The password is asked for, or read " +
    "from a file; it is no argument, as others on the machine could read it. The audit log records the account " +
    "that runs the command."
  static override args = { login: Args.string({ description: "login of the new administrator", required: true }) }
  static override flags = {
    administrator: Flags.boolean({
      description: "with all rights at the root; this command makes no other users",
      required: true
    }),
    "password-file": Flags.string({
      description: "file with the password (-: the standard input)",
      helpValue: "<file>"
    })
  }

  async run() {
    const { args, flags } = await this.parse(UserCreate)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Installation } = await import("@wristbank/core/organisation/Installation")
    const { installationLayer } = await import("../../InstallationLayer.ts")
    const { givenPassword } = await import("../../PasswordInput.ts")
    await this.runEffect(
      Effect.gen(function*() {
        const installation = yield* Installation
        const password = yield* givenPassword(flags["password-file"])
        yield* installation.addAdministrator({ login: args.login, password }, systemAccount())
      }).pipe(Effect.provide(installationLayer))
    )
    this.log(`${args.login} is an administrator now, and signs in at the back office.`)
  }
}
