import { Args } from "@oclif/core"
import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Logout extends EffectCommand {
  static override summary = "End the session at a server, and forget its token."
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> https://wristbank.example"
  ]
  static override args = {
    server: Args.string({ description: "address of the server (default: the one signed in at last)" })
  }

  async run() {
    const { args } = await this.parse(Logout)
    const { signOut } = await import("../remote/SignIn.ts")
    this.log(await this.runEffect(signOut(this.config.configDir, args.server)))
  }
}
