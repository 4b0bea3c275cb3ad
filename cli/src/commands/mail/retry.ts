import { Args } from "@oclif/core"
import { Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class MailRetry extends EventCommand {
  static override summary = "Retry unsent mail, as if it were new."
  static override description =
    "A mail that may have been sent before may arrive twice. The audit log records who retries it; the " +
    " event's mail server is tried again at once."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> 17 --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = {
    mail: Args.integer({ description: "number of the mail in the list (default: all of the event)", min: 1 })
  }
  static override flags = callerFlags("node_administration")

  async run() {
    const { args, flags } = await this.parse(MailRetry)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Mails } = await import("@wristbank/core/mail/Mails")
    const { Id } = await import("@wristbank/core/base/Id")
    const { maySeeMails } = await import("@wristbank/core/mail/Mail")
    const id = args.mail === undefined ? null : BigInt(args.mail)
    const ids = await this.inEvent(
      { ...flags, write: true },
      { privileges: maySeeMails, layer: Mails.layer },
      ({ caller }) => Mails.use(({ retry }) => retry(caller, id))
    )
    this.log(`${ids.length} ${ids.length === 1 ? "mail is" : "mails are"} tried again`)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Struct({ ids: Schema.Array(Id) })))({ ids })
  }
}
