import { Effect, Schema } from "effect"
import { TseCommand, tseFlags } from "../../shell/TseCommand.ts"

export default class TseList extends TseCommand {
  static override summary = "List the signing devices of an event with their state."
  static override description = "Reads one moment and changes nothing."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override flags = tseFlags

  async run() {
    const { flags } = await this.parse(TseList)
    const { Tse } = await import("@wristbank/core/fiscal/Tse")
    const { TseOperations } = await import("@wristbank/core/fiscal/TseOperations")
    const { tseLines } = await import("../../views/TseLines.ts")
    const { timeZone, tses } = await this.atDevices(
      flags,
      false,
      (caller, zone) =>
        Effect.map(TseOperations.use(({ list }) => list(caller)), (listed) => ({ tses: listed, timeZone: zone }))
    )
    for (const line of tseLines(tses, timeZone)) this.log(line)
    return Effect.runSync(Schema.encodeEffect(Schema.toCodecJson(Schema.Array(Tse)))(tses))
  }
}
