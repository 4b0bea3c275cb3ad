import { type Command, Help, type Interfaces } from "@oclif/core"

/** What someone wants to do, and the topics and commands for it, in the order of an event's life. */
export const tasks: ReadonlyArray<readonly [task: string, names: ReadonlyArray<string>]> = [
  ["run it", ["up", "status", "serve", "work", "migrate", "config", "simulate"]],
  ["set an event up", ["user", "event", "node", "tag", "till", "terminal", "price", "presale"]],
  ["during the event", ["login", "watch", "logout", "guest", "card", "tse", "mail"]],
  ["money and the tax office", ["payout", "report", "export", "receipt", "fiscal"]],
  ["keep the data safe", ["backup", "restore", "doctor", "seal", "secret"]],
  ["this command line", ["use", "help", "autocomplete"]]
]

/** A topic or a command as the list shows it. */
interface Entry {
  readonly name: string
  readonly isTopic: boolean
  readonly summary: string
}

const firstLine = (text: string | undefined) => text?.split("\n", 1)[0] ?? ""

/** The list of commands by task instead of by alphabet; those of no task come at the end. */
export default class HelpByTask extends Help {
  protected override async showRootHelp(): Promise<void> {
    this.log(this.formatRoot())
    this.log("")
    const entries = this.entries
    const grouped = new Set(tasks.flatMap(([, names]) => names))
    const others = entries.filter(({ name }) => !grouped.has(name)).map(({ name }) => name)
    for (const [task, names] of [...tasks, ["other", others] as const]) {
      const shown = names.flatMap((name) => entries.filter((entry) => entry.name === name))
      if (shown.length > 0) this.log(`${this.taskSection(task, shown)}\n`)
    }
  }

  private get entries(): ReadonlyArray<Entry> {
    const topics = this.sortedTopics.filter(({ name }) => !name.includes(":")).map((topic: Interfaces.Topic) => ({
      name: topic.name,
      isTopic: true,
      summary: firstLine(topic.description)
    }))
    const commands = this.sortedCommands.filter(({ id }) => !id.includes(":")).map((command: Command.Loadable) => ({
      name: command.id,
      isTopic: false,
      summary: this.summary(command) ?? ""
    }))
    return [...topics, ...commands]
  }

  private taskSection(task: string, entries: ReadonlyArray<Entry>): string {
    const typed = ({ isTopic, name }: Entry) => isTopic ? `${name} …` : name
    // The same width in all sections, so that the summaries stand below each other.
    const widest = Math.max(...this.entries.map((entry) => typed(entry).length))
    const list: Array<[string, string]> = entries.map((entry) => [typed(entry).padEnd(widest), entry.summary])
    return this.section(task.toUpperCase(), this.renderList(list, { indentation: 2, spacer: "\n" }))
  }
}
