import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Use extends EffectCommand {
  static override summary =
    "Choose the event and the user of the commands that follow, so that each need not name them."
  static override description =
    "Without flags, shows what is chosen. The choice is kept for this account on this machine. A flag of a command counts before it, " +
    "and so do the environment variables WRISTBANK_EVENT and WRISTBANK_AS. It gives no rights: each command checks those of the user."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event \"Harbour Festival\" --as olga",
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --clear"
  ]
  static override flags = {
    event: Flags.string({ description: "number or name of the event", helpValue: "<event>" }),
    as: Flags.string({ description: "login of the user", helpValue: "<login>" }),
    clear: Flags.boolean({ description: "forget the choice", exclusive: ["event", "as"] })
  }

  async run() {
    const { flags } = await this.parse(Use)
    const folder = this.config.configDir
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { choiceOf, removeChoice, storeChoice, storedChoice } = await import("../shell/Choice.ts")
    if (flags.clear) await removeChoice(folder)
    const stored = await storedChoice(folder)
    const event = flags.event === undefined ? stored.event : await this.nameOf(flags.event)
    if (flags.event !== undefined || flags.as !== undefined) {
      await this.runEffect(storeChoice(folder, { event, as: flags.as ?? stored.as }))
    }
    const chosen = choiceOf(await storedChoice(folder), process.env)
    this.log(`Event: ${chosen.event ?? "none chosen"}\nUser: ${chosen.as ?? "none chosen"}`)
    return { event: chosen.event ?? null, as: chosen.as ?? null }
  }

  /** The name of the event with those of the nodes above it, so that the choice can be read. */
  private async nameOf(given: string): Promise<string> {
    const { rootId } = await import("@wristbank/core/organisation/Node")
    const { namePaths } = await import("@wristbank/core/organisation/NodeName")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { databaseLayer } = await import("../postgres/DatabaseServer.ts")
    const { eventNamed } = await import("../shell/NamedNodes.ts")
    const { Layer } = await import("effect")
    return this.runEffect(
      Effect.gen(function*() {
        const id = yield* eventNamed(given)
        return namePaths(yield* Effect.orDie(NodeRepository.use(({ subtree }) => subtree(rootId)))).get(id)!
      }).pipe(Effect.provide(Layer.provide(NodeRepository.layer, databaseLayer)))
    )
  }
}
