import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class EventSchema extends EffectCommand {
  static override summary = "Print the JSON Schema of events' files, with which editors complete and check them."
  static override examples = ["<%= config.bin %> <%= command.id %> > event.schema.json"]

  async run() {
    await this.parse(EventSchema)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { eventFileSchema } = await import("@wristbank/core/eventfile/EventFileSchema")
    this.log(JSON.stringify(eventFileSchema(), null, 2))
  }
}
