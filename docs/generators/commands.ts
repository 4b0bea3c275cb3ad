/** Writes `docs/reference/commands/`, a page a task, from the commands of the code: `node docs/generators/commands.ts`. */
import type { Command } from "@oclif/core"
import { exitStatus } from "@wristbank/cli/shell/ExitStatus"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commandEntries, type CommandEntry, commandsByTask } from "./CommandLine.ts"
import { listed, madeBy, plain, table } from "./Markdown.ts"

type Flag = Command.Flag.Cached

/** Flags that every command has. */
const sharedFlags = ["config", "log-level", "json"]

const made = madeBy("commands", "the commands in cli/src/commands")

const titleOf = (task: string) => `${task[0]!.toUpperCase()}${task.slice(1)}`

const fileOf = (task: string) => `${task.replaceAll(/\W+/g, "-")}.md`

const anchorOf = (typed: string) => `wristbank-${typed.replaceAll(" ", "-")}`

const valueOf = (flag: Flag): string => {
  if (flag.type === "boolean") return ""
  const value = flag.helpValue ?? (flag.options === undefined ? "<value>" : flag.options.join("|"))
  return ` ${Array.isArray(value) ? value.join(" ") : value}`
}

const flagOf = (flag: Flag): string => {
  const char = flag.char === undefined ? "" : `-${flag.char}, `
  const name = flag.type === "boolean" && flag.allowNo === true ? `[no-]${flag.name}` : flag.name
  return `\`${char}--${name}${valueOf(flag)}\``
}

const names = (flags: ReadonlyArray<string>) => listed(flags.map((name) => `\`--${name}\``))

/** What a flag needs or forbids beside it, as oclif checks it. */
const conditionsOf = (flag: Flag): ReadonlyArray<string> => [
  ...flag.required === true ? ["required"] : [],
  ...flag.type === "option" && flag.multiple === true ? ["may be given several times"] : [],
  ...flag.type === "option" && flag.options !== undefined && flag.helpValue !== undefined
    ? [`one of ${flag.options.map((option) => `\`${option}\``).join(", ")}`]
    : [],
  ...flag.dependsOn === undefined ? [] : [`only with ${names(flag.dependsOn)}`],
  ...flag.exclusive === undefined ? [] : [`not with ${names(flag.exclusive)}`],
  ...flag.exactlyOne === undefined ? [] : [`exactly one of ${names(flag.exactlyOne)}`]
]

/** A text of a command. Addresses in it are examples, to be typed, not links. */
const described = (text: string): string => plain(text).replaceAll(/https?:\/\/[^\s`,;)]+/g, "`$&`")

const meaningOf = (flag: Flag): string =>
  [described(flag.summary ?? flag.description ?? ""), ...conditionsOf(flag)].filter((part) => part !== "").join("; ")

const usageOf = ({ command, typed }: CommandEntry): string => {
  const args = Object.values(command.args).map(({ multiple, name, required }) => {
    const shown = `<${name}>${multiple === true ? "…" : ""}`
    return required === true ? shown : `[${shown}]`
  })
  const flags = Object.values(command.flags).filter(({ name, required }) =>
    required === true && !sharedFlags.includes(name)
  ).map((flag) => `--${flag.name}${valueOf(flag)}`)
  return ["wristbank", typed, ...args, ...flags].join(" ")
}

const exampleOf = ({ command, typed }: CommandEntry, example: Command.Example): string => {
  const { command: line, description } = typeof example === "string"
    ? { command: example, description: undefined }
    : example
  const filled = line.replaceAll("<%= config.bin %>", "wristbank").replaceAll("<%= command.id %>", typed)
    .replaceAll(/^\$ /gm, "")
  if (filled.includes("<%")) throw new Error(`An example of ${command.id} has an unknown placeholder: ${filled}`)
  return description === undefined ? filled : `# ${description}\n${filled}`
}

const sectionOf = (entry: CommandEntry): string => {
  const { command, typed } = entry
  const args = Object.values(command.args)
  const flags = Object.values(command.flags).filter(({ hidden, name }) =>
    hidden !== true && !sharedFlags.includes(name)
  )
  const json = command.enableJsonFlag === true ? ["`--json` prints the result as JSON."] : []
  const examples = typeof command.examples === "string" ? [command.examples] : command.examples ?? []
  return [
    `## wristbank ${typed}`,
    ...[command.summary, command.description].flatMap((text) => text === undefined ? [] : [described(text)]),
    `\`\`\`usage\n${usageOf(entry)}\n\`\`\``,
    ...args.length === 0 ? [] : [
      table(
        ["argument", "meaning"],
        args.map(({ description = "", name, required }) => [
          `\`${name}\``,
          required === true ? described(description) : `${described(description)}; may be left out`
        ])
      )
    ],
    ...flags.length === 0 ? [] : [table(["flag", "meaning"], flags.map((flag) => [flagOf(flag), meaningOf(flag)]))],
    ...json,
    ...examples.length === 0
      ? []
      : [`Examples:\n\n\`\`\`sh\n${examples.map((example) => exampleOf(entry, example)).join("\n")}\n\`\`\``]
  ].join("\n\n")
}

const overview = (entries: ReadonlyArray<CommandEntry>): string => {
  const lists = commandsByTask(entries).map(({ entries: ofTask, task }) =>
    `## ${titleOf(task)}\n\n${
      table(
        ["command", "what it does"],
        ofTask.map(({ command, typed }) => [
          `[\`${typed}\`](${fileOf(task)}#${anchorOf(typed)})`,
          plain(command.summary ?? command.description ?? "")
        ])
      )
    }`
  )
  const withJson = entries.filter(({ command }) => command.enableJsonFlag === true).length
  return `# Commands

${made}

All ${entries.length} commands by task. \`wristbank help\` shows the same list, and \`wristbank help payout create\` how one is used.
The first line of each says what it must be given; \`[…]\` may be left out.

${lists.join("\n\n")}

## Flags of every command

| flag | meaning |
| --- | --- |
| \`--config <value>\` | configuration file (default: wristbank.config.json if there is one) |
| \`--log-level <value>\` | least severity that is logged |
| \`--json\` | print the result as JSON; ${withJson} commands have it |

[Settings](../settings.md) can also be given as flags where a command has a flag of the same name.

## The event and the user

Most commands need an event and the user in whose name something is done. An event has a number and a name: \`Festival\`, or
\`Harbour Club/Festival\` where several nodes have one of that name. \`wristbank event list\` shows both. Choose them once:

\`\`\`sh
wristbank use --event "Harbour Festival" --as olga
\`\`\`

After that, \`wristbank payout list\` is enough. The flags \`--event\` and \`--as\` count first, then the environment variables \`WRISTBANK_EVENT\` and \`WRISTBANK_AS\`, then the choice.

## Exit statuses

${table(["status", "meaning"], Object.values(exitStatus).map(({ meaning, status }) => [String(status), meaning]))}

A refusal is one line on standard error, or one for each problem: what was refused, and what helps. \`--json\` prints it as \`error\`, with its
\`id\`, \`message\`, \`rule\` and \`remedy\`, as far as there are any.
`
}

/** The texts of the pages, by their names in \`docs/reference/commands\`. */
export const commandPages = async (): Promise<ReadonlyMap<string, string>> => {
  const entries = await commandEntries()
  return new Map([
    ["index.md", overview(entries)],
    ...commandsByTask(entries).map(({ entries: ofTask, task }): [string, string] => [
      fileOf(task),
      `# ${
        titleOf(task)
      }\n\n${made}\n\n[All commands](index.md), with the flags and the exit statuses of all of them.\n\n${
        ofTask.map(sectionOf).join("\n\n")
      }\n`
    ])
  ])
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL("../reference/commands", import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of await commandPages()) writeFileSync(join(folder, file), text)
}
