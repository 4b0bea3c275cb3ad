/** Writes `docs/reference/settings.md` from the settings of the code: `node docs/generators/settings.ts`. */
import { type Setting, settingGroups, variableOf } from "@wristbank/core/base/Settings"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { commandEntries, type CommandEntry } from "./CommandLine.ts"
import { listed, madeBy } from "./Markdown.ts"

/** The commands that have a flag for a setting; some settings have none. */
const flagOf = (entries: ReadonlyArray<CommandEntry>, setting: string): string => {
  const flag = setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const having = entries.filter(({ command }) => flag in command.flags)
  if (having.length === 0) return ""
  const commands = having.length > 10 ? "every command" : listed(having.map(({ typed }) => `\`${typed}\``))
  return `, flag \`--${flag}\` of ${commands}`
}

const section = (name: string, { default: usual = "", meaning, takes }: Setting<unknown>, flag: string): string =>
  `### ${name}

${meaning}

- Variable \`${variableOf(name)}\`${flag}
- Takes: ${takes}
- Default: ${`${usual}` === "" ? "none" : `\`${usual}\``}`

/** The text of `docs/reference/settings.md`. */
export const settingsPage = async (): Promise<string> => {
  const entries = await commandEntries()
  const groups = settingGroups.map(([title, settings]) =>
    `## ${title}\n\n${
      Object.entries(settings).map(([name, setting]) => section(name, setting, flagOf(entries, name)))
        .join("\n\n")
    }`
  )
  return `# Settings

${madeBy("settings", "core/src/base/Settings.ts")}

A setting is read once, at the start. A flag counts before the environment, the environment before the file. The file is
\`wristbank.config.json\` in the folder where the command is started, or the one that \`--config\` names, and uses the names of the headings:

\`\`\`json
{ "port": 9000, "customerUrl": "https://portal.example.org/", "trustedProxies": ["10.0.0.1"] }
\`\`\`

An empty variable counts as one that is not set. A value that a setting does not take stops the start. A variable that begins with
\`WRISTBANK_\` and names no setting is reported. \`wristbank config\` shows what counts, with secrets masked.

${groups.join("\n\n")}
`
}

if (import.meta.main) {
  writeFileSync(fileURLToPath(new URL("../reference/settings.md", import.meta.url)), await settingsPage())
}
