import { Effect, Schema } from "effect"
import { tseArgument, TseCommand, tseFlags } from "../../shell/TseCommand.ts"

export default class TseShow extends TseCommand {
  static override summary = "Show all details of a signing device."
  static override description = "Reads one moment and changes nothing."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1 --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = tseArgument
  static override flags = tseFlags

  async run() {
    const { args, flags } = await this.parse(TseShow)
    const { Tse } = await import("@wristbank/core/fiscal/Tse")
    const { TseOperations } = await import("@wristbank/core/fiscal/TseOperations")
    const { tseDetailLines } = await import("../../views/TseLines.ts")
    const { timeZone, tse } = await this.atDevices(
      flags,
      false,
      (caller, zone) =>
        Effect.map(
          TseOperations.use(({ named }) => named(caller, args.tse)),
          (found) => ({ tse: found, timeZone: zone })
        )
    )
    for (const line of tseDetailLines(tse, timeZone)) this.log(line)
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(Tse))(tse))
  }
}
