import { Args, Flags } from "@oclif/core"
import { Effect } from "effect"
import { userNodeFlag } from "../flags/CallerFlags.ts"
import { passwordFlags } from "../secrets/PasswordFlags.ts"
import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Login extends EffectCommand {
  static override summary = "Sign in at a server, for the commands that work over the network."
  static override description =
    "The password is asked for, or read from a file or an environment variable; it is no argument, as others on the machine could " +
    "read it. The session is that of a user of the back office: 12 hours at most, and 2 hours without a call. Its token is kept in " +
    "a file that only this account can read; the password is not kept."
  static override examples = [
    "<%= config.bin %> <%= command.id %> https://wristbank.example --as olga",
    "<%= config.bin %> <%= command.id %> localhost:8000 --as admin --password-env ADMIN_PASSWORD"
  ]
  static override args = {
    server: Args.string({ description: "address of the server, as https://wristbank.example", required: true })
  }
  static override flags = {
    as: Flags.string({ description: "login of the user", required: true, helpValue: "<login>" }),
    ...userNodeFlag,
    code: Flags.string({
      description: "code of the user's authenticator app (default: asked for, if one is needed)",
      helpValue: "<code>"
    }),
    "plain-http": Flags.boolean({
      description: "send the password unencrypted to another machine, in a network that you trust"
    }),
    ...passwordFlags
  }

  async run() {
    const { args, flags } = await this.parse(Login)
    const { signIn } = await import("../remote/SignIn.ts")
    const { knownPassword } = await import("../secrets/PasswordInput.ts")
    const { serverAddress } = await import("../remote/ServerAddress.ts")
    const folder = this.config.configDir
    const lines = await this.runEffect(Effect.gen(function*() {
      const server = yield* Effect.fromResult(serverAddress(args.server, { plainHttp: flags["plain-http"] }))
      return yield* signIn(folder, {
        server,
        login: flags.as,
        node: flags.node ?? null,
        code: flags.code ?? null,
        password: knownPassword(flags)
      })
    }))
    for (const line of lines) this.log(line)
  }
}
