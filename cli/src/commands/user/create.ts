import { Args, Flags } from "@oclif/core"
import { Effect } from "effect"
import { commandGiver } from "../../CallerFlags.ts"
import { EffectCommand } from "../../EffectCommand.ts"

export default class UserCreate extends EffectCommand {
  static override summary = "Make an administrator: the first one of a database that was migrated, or one more."
  static override description = "Administrators set up events and make all other people in the back office. " +
    "The password is asked for, or taken from a file; it is in no argument, where others of the machine could read it. " +
    "Who gave the command goes to the audit log."
  static override args = { login: Args.string({ description: "login of the new administrator", required: true }) }
  static override flags = {
    administrator: Flags.boolean({
      description: "with all rights at the root; nobody else is made here",
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
        yield* installation.addAdministrator({ login: args.login, password }, commandGiver())
      }).pipe(Effect.provide(installationLayer))
    )
    this.log(`${args.login} is an administrator now, and signs in at the back office.`)
  }
}
