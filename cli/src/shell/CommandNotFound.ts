import { Errors, type Interfaces } from "@oclif/core"
import { exitStatus } from "./ExitStatus.ts"
import { nearest } from "./Suggestion.ts"

/** Runs when the typed command does not exist. */
export default async function commandNotFound(
  { argv = [], config, id }: {
    readonly argv?: ReadonlyArray<string>
    readonly id: string
    readonly config: Interfaces.Config
  }
): Promise<never> {
  const topics = config.topics.map(({ name }) => name)
  // oclif passes the second word of a command as an argument. Flags and their values are left out.
  const words = [...id.split(":"), ...argv.filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith("-"))]
  const typed = words.slice(0, 2).join(" ")
  const commands = config.commandIDs.map((command) => command.replaceAll(":", " "))
  const suggested = nearest(typed, commands) ?? nearest(words[0] ?? "", [...commands, ...topics])
  const advice = suggested === undefined
    ? "wristbank --help lists all commands"
    : `did you mean wristbank ${suggested}?`
  throw new Errors.CLIError(`There is no command wristbank ${id.replaceAll(":", " ")}: ${advice}`, {
    exit: exitStatus.usage.status
  })
}
