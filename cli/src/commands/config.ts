import { Configuration, masked } from "@wristbank/core/base/Configuration"
import { Effect } from "effect"
import { EffectCommand } from "../shell/EffectCommand.ts"

export default class ShowConfig extends EffectCommand {
  static override summary = "Show the value of every setting, with secrets masked."
  static override examples = [
    "<%= config.bin %> <%= command.id %>"
  ]
  static override enableJsonFlag = true

  async run() {
    await this.parse(ShowConfig)
    const settings = await this.runEffect(Effect.map(Configuration, masked))
    for (const [name, value] of Object.entries(settings)) this.log(`${name} = ${value ?? ""}`)
    return settings
  }
}
