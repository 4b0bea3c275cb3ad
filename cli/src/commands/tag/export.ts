import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { tagFileFlags, variantFlag } from "../../flags/TagFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class TagExport extends EventCommand {
  static override hiddenAliases = ["tags:export"]
  static override summary = "Write the wristbands of an event, as a list for the supplier or as cards for the printer."
  static override description =
    "PINs open the accounts of guests in the portal, so the files are as confidential as money: only their owner can read them."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --output wristbands.csv",
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --unused --variant crew --cards crew.pdf"
  ]
  static override flags = {
    ...callerFlags("node_administration"),
    unused: Flags.boolean({ description: "only those that no one has or had" }),
    ...variantFlag("only those of this kind"),
    ...tagFileFlags
  }

  async run() {
    const { flags } = await this.parse(TagExport)
    if (flags.output === undefined && flags.cards === undefined) {
      this.error("Name a file with --output or --cards", { exit: exitStatus.usage.status })
    }
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { UserTags } = await import("@wristbank/core/wristband/UserTags")
    const { faceOf, mayWriteTags, writeTags } = await import("../../files/TagFiles.ts")
    const { tagServices, variantIds } = await import("../../files/TagInput.ts")
    const { paths, tags } = await this.inEvent(
      { ...flags, write: false },
      tagServices,
      ({ caller, settings }) =>
        Effect.gen(function*() {
          const variant_ids = yield* variantIds(caller.eventId, flags.variant ?? [])
          const listed = yield* UserTags.use((service) =>
            service.listed(caller, { exclude_activated: flags.unused, variant_ids })
          )
          yield* mayWriteTags(flags, listed.length)
          return { tags: listed, paths: yield* writeTags(flags, faceOf(caller.node, settings), listed) }
        })
    )
    this.log(`${tags.length} ${tags.length === 1 ? "wristband" : "wristbands"}`)
    for (const path of paths) this.log(`Written: ${path}`)
  }
}
