import { Effect } from "effect"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class SecretRotate extends EffectCommand {
  static override summary = "Seal all stored secrets with the new secret key."
  static override description =
    "The new key is in WRISTBANK_SECRET_KEY and the old one in WRISTBANK_PREVIOUS_SECRET_KEY; every server and " +
    "worker must have both before. A key in the data folder is replaced by a new one, while wristbank up does not " +
    "run. Changes all secrets or none; a second run with the same keys changes nothing."
  static override examples = [
    "<%= config.bin %> <%= command.id %>"
  ]
  static override enableJsonFlag = true

  async run() {
    await this.parse(SecretRotate)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { rotate } = await import("../../secrets/KeyRotation.ts")
    const { Progress } = await import("../../views/Progress.ts")
    const resealed = await this.runEffect(Effect.flatMap(Progress, ({ long }) => rotate.pipe(long("Sealing secrets"))))
    this.log(resealed === 0 ? "Nothing is left to seal anew" : `Sealed anew: ${resealed}`)
    return { resealed }
  }
}
