import { Effect, Layer, Schema } from "effect"
import { oneEventFlag } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class MailList extends EffectCommand {
  static override summary = "List unsent mail to guests, oldest first."
  static override description =
    "Mail that was given up has no next try; other mail is tried again by itself. Reads one moment and changes " +
    "nothing; `wristbank mail retry` tries the listed mail again."
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --event 2"
  ]
  static override enableJsonFlag = true
  static override flags = oneEventFlag("all events")

  async run() {
    const { flags } = await this.parse(MailList)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { ListedMail } = await import("@wristbank/core/mail/Mail")
    const { MailRepository } = await import("@wristbank/core/mail/MailRepository")
    const { EventRepository } = await import("@wristbank/core/event/EventRepository")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { eventZones } = await import("../../shell/EventZones.ts")
    const { eventNamed } = await import("../../shell/NamedNodes.ts")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { mailLines } = await import("../../views/MailLines.ts")
    const { mails, zones } = await this.runEffect(
      Effect.gen(function*() {
        const event = flags.event === undefined ? null : yield* eventNamed(flags.event)
        return { mails: yield* MailRepository.use(({ unsent }) => unsent(event)), zones: yield* eventZones }
      }).pipe(
        Effect.provide(
          Layer.provide(
            Layer.mergeAll(EventRepository.layer, NodeRepository.layer, MailRepository.layer),
            databaseLayer
          )
        )
      )
    )
    for (const line of mailLines(mails, zones)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedMail)))(mails)
  }
}
