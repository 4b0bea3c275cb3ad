import { Args } from "@oclif/core"
import { Effect, Schema } from "effect"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class ReceiptVerify extends EffectCommand {
  static override summary = "Verify the code on a receipt, without a network or database."
  static override description =
    "Checks the form of the code and its signature. A code proves neither that its key belongs to a certified " +
    "device nor when the transaction began. Ends with 3 when the form or the signature is wrong."
  static override examples = [
    "<%= config.bin %> <%= command.id %> receipt.txt",
    "<%= config.bin %> <%= command.id %> -"
  ]
  static override enableJsonFlag = true
  static override args = {
    code: Args.string({
      required: true,
      ignoreStdin: true,
      description: "text of the code, which begins with V0; or a file with it, or - for standard input"
    })
  }

  async run() {
    const { args } = await this.parse(ReceiptVerify)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const QrText = await import("@wristbank/core/tse/QrText")
    const QrCheck = await import("@wristbank/core/tse/QrCheck")
    const { readReceiptCode } = await import("../../files/ReceiptCode.ts")
    const { receiptCheckLines } = await import("../../views/ReceiptCheckLines.ts")
    const receipt = await this.runEffect(
      Effect.flatMap(readReceiptCode(args.code), (text) => Effect.fromResult(QrText.parse(text)))
    )
    const check = QrCheck.check(receipt)
    for (const line of receiptCheckLines(receipt, check)) this.log(line)
    if (check.form.length > 0 || check.signature !== "valid") process.exitCode = exitStatus.found.status
    const serial = QrCheck.serialIn(receipt) ?? null
    return { ...check, serial, receipt: Schema.encodeSync(QrText.QrText)(receipt) }
  }
}
