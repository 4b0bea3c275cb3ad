/** The commands of Wristbank as oclif knows them. */
import { type Command, Config } from "@oclif/core"
import { tasks } from "@wristbank/cli/shell/HelpByTask"
import { fileURLToPath } from "node:url"

/** A command as it is typed, such as `payout create`. */
export interface CommandEntry {
  readonly typed: string
  readonly command: Command.Cached
}

/** Loads every command from its source. */
export const commandEntries = async (): Promise<ReadonlyArray<CommandEntry>> => {
  const root = fileURLToPath(new URL("../../cli", import.meta.url))
  const config = await Config.load({ root, ignoreManifest: true })
  return config.commands.filter(({ hidden }) => hidden !== true)
    .map((command) => ({ typed: command.id.replaceAll(":", " "), command }))
    .toSorted((a, b) => a.typed < b.typed ? -1 : 1)
}

/** The commands of each task, in the order of the help. */
export const commandsByTask = (entries: ReadonlyArray<CommandEntry>) =>
  tasks.map(([task, names]) => ({
    task,
    entries: names.flatMap((name) => entries.filter(({ typed }) => typed === name || typed.startsWith(`${name} `)))
  }))
