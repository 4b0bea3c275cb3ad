import { Args, Flags } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { systemAccount } from "../../flags/CallerFlags.ts"
import { FlagNotRead } from "../../flags/FlagNotRead.ts"
import { passwordFlags, type PasswordSource } from "../../secrets/PasswordFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class UserCreate extends EventCommand {
  static override summary = "Make a user: an administrator, also the first one of a migrated database, or anybody else."
  static override description =
    "Administrators have all rights at the root; no one has to be signed in to make one. Every other user is made at a node, in " +
    "the name of a person who may do so, and gets their roles by `user roles`. The password is asked for, or read from a file or " +
    "an environment variable; it is no argument, as others on the machine could read it. The audit log records the account that " +
    "runs the command."
  static override examples = [
    "<%= config.bin %> <%= command.id %> olga --administrator",
    "<%= config.bin %> <%= command.id %> anna --node 2 --as olga"
  ]
  static override args = { login: Args.string({ description: "login of the new user", required: true }) }
  static override flags = {
    administrator: Flags.boolean({
      description: "with all rights at the root",
      exactlyOne: ["administrator", "as"]
    }),
    node: Flags.string({
      description: "number or name of the new user's node (0: the root)",
      dependsOn: ["as"],
      helpValue: "<node>"
    }),
    as: Flags.string({
      description: "login of the user in whose name this is done, with create_user or user_management at the node",
      dependsOn: ["node"],
      helpValue: "<login>"
    }),
    "display-name": Flags.string({
      description: "name that tills show (default: the login)",
      dependsOn: ["as"],
      helpValue: "<name>"
    }),
    ...passwordFlags
  }

  async run() {
    const { args, flags } = await this.parse(UserCreate)
    if (flags.as === undefined || flags.node === undefined) return this.makeAdministrator(args.login, flags)
    const { as, node } = flags
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Login } = await import("@wristbank/core/organisation/User")
    const { typed } = await import("@wristbank/core/organisation/Password")
    const { Users } = await import("@wristbank/core/organisation/Users")
    const { givenPassword } = await import("../../secrets/PasswordInput.ts")
    const made = await this.atNode(
      { as, node, write: true, objectType: "user" },
      { privileges: ["create_user", "user_management"], layer: Users.layer },
      (caller) =>
        Effect.gen(function*() {
          const password = yield* Effect.fromResult(typed(yield* givenPassword(flags)))
          const login = yield* Effect.mapError(
            Schema.decodeUnknownEffect(Login)(args.login),
            ({ message }) => new FlagNotRead({ message: `The login can't be used: ${message}` })
          )
          const person = {
            login,
            display_name: flags["display-name"] ?? login,
            description: null,
            pin: null,
            uid: null
          }
          return yield* Users.use(({ create }) => create(caller, { ...person, password }))
        })
    )
    this.log(`${made.login} is a user now, and has no role yet: wristbank user roles gives one.`)
  }

  private async makeAdministrator(login: string, flags: PasswordSource) {
    const { Installation } = await import("@wristbank/core/organisation/Installation")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { givenPassword } = await import("../../secrets/PasswordInput.ts")
    await this.runEffect(
      Effect.gen(function*() {
        const installation = yield* Installation
        const password = yield* givenPassword(flags)
        yield* installation.addAdministrator({ login, password }, systemAccount())
      }).pipe(Effect.provide(Layer.provide(Installation.layer, databaseLayer)))
    )
    this.log(`${login} is an administrator now, and signs in at the back office.`)
  }
}
