import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { systemAccount } from "../../CallerFlags.ts"
import { EffectCommand } from "../../EffectCommand.ts"

export default class MailRetry extends EffectCommand {
  static override summary = "Retry unsent mail, as if it were new."
  static override description =
    "A mail that may have been sent before may arrive twice. The audit log records the account that runs the " +
    "command; the event's mail server is tried again at once."
  static override enableJsonFlag = true
  static override args = {
    mail: Args.integer({ description: "number of the mail in the list (default: all of the event)", min: 1 })
  }
  static override flags = {
    event: Flags.integer({ description: "id of the event", min: 1, required: true, helpValue: "<id>" })
  }

  async run() {
    const { args, flags } = await this.parse(MailRetry)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Mails } = await import("@wristbank/core/mail/Mails")
    const { EventRepository } = await import("@wristbank/core/organisation/EventRepository")
    const { Id } = await import("@wristbank/core/ledger/Id")
    const { mailsLayer } = await import("../../MailsLayer.ts")
    const eventId = BigInt(flags.event)
    const by = systemAccount()
    const actor = { userId: null, terminalId: null, node: { id: eventId }, eventId, by }
    const id = args.mail === undefined ? null : BigInt(args.mail)
    const ids = await this.runEffect(
      Effect.gen(function*() {
        yield* EventRepository.use(({ settings }) => settings(eventId))
        return yield* Mails.use(({ retry }) => retry(actor, id))
      }).pipe(Effect.provide(mailsLayer))
    )
    this.log(`${ids.length} ${ids.length === 1 ? "mail is" : "mails are"} tried again`)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Struct({ ids: Schema.Array(Id) })))({ ids })
  }
}
