// A command with a defect, to test how the command line ends.
import { EffectCommand } from "@wristbank/cli/shell/EffectCommand"
import { Effect } from "effect"
import { wristbank } from "../runCommand.ts"

class Broken extends EffectCommand {
  static override enableJsonFlag = true

  async run() {
    await this.parse(Broken)
    return this.runEffect(Effect.die(new Error("a hole in the drawer")))
  }
}

await Broken.run(process.argv.slice(2), wristbank)
