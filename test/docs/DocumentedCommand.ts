import { type Command, type Interfaces, Parser } from "@oclif/core"
import { commandEntries, type CommandEntry } from "@wristbank/docs/CommandLine"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isTaken, payloads } from "./Payloads.ts"
import type { ShellLine } from "./ShellLine.ts"

const root = join(import.meta.dirname, "../..")

/** Programs of the system that pages may call; what they do is not ours to check. */
const foreign = [
  "apt-get",
  "caddy",
  "cat",
  "certbot",
  "chmod",
  "chown",
  "cp",
  "docker",
  "export",
  "install",
  "journalctl",
  "mkdir",
  "mv",
  "nginx",
  "openssl",
  "patronictl",
  "pg_dropcluster",
  "pg_dump",
  "pg_restore",
  "psql",
  "scp",
  "ssh",
  "systemctl",
  "tail",
  "timedatectl",
  "ufw",
  "useradd"
]

let entries: Promise<ReadonlyArray<CommandEntry>> | undefined

/** Why the command line would not take these words, or `undefined` if it would. */
const problemOfCommand = async (words: ReadonlyArray<string>): Promise<string | undefined> => {
  entries ??= commandEntries()
  const known = (await entries).toSorted((a, b) => b.typed.length - a.typed.length)
  const entry = known.find(({ typed }) => typed === words.slice(0, typed.split(" ").length).join(" "))
  if (entry === undefined) {
    return words.every((word) => ["--help", "--version", "--no-demo"].includes(word))
      ? undefined
      : "there is no such command"
  }
  const argv = words.slice(entry.typed.split(" ").length)
  if (argv.includes("--help")) return undefined
  const command = await (entry.command as Command.Loadable).load()
  const input = {
    args: command.args,
    flags: { ...command.baseFlags, ...command.flags } as Interfaces.FlagInput,
    strict: command.strict
  }
  // The flag for JSON is added when a command is run.
  const given = argv.filter((word) => !(word === "--json" && command.enableJsonFlag))
  return Parser.parse(given, input).then(() => undefined, (error: Error) => error.message.split("\n")[0])
}

const scripts = new Set(Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts))

const ofNpm = ["ci", "init", "install", "start", "test"]

const problemOfNpm = ([command = "", script = ""]: ReadonlyArray<string>): string | undefined => {
  if (command === "run") return scripts.has(script) ? undefined : `there is no script ${script}`
  return ofNpm.includes(command) ? undefined : `npm ${command} is not on the list`
}

const ofApi = /^https?:\/\/[^/]+(\/api\/(?:administration|terminal|customer)\/[^?]*)/

const isPathOf = (call: string, path: string) =>
  new RegExp(`^${call.replace(/^\w+ /, "").replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path)

/** Flags of curl that are followed by a value. */
const withValue = [
  "-H",
  "-X",
  "-d",
  "-o",
  "-u",
  "-w",
  "--data",
  "--header",
  "--json",
  "--output",
  "--request",
  "--user",
  "--write-out"
]

const problemOfCurl = (words: ReadonlyArray<string>): string | undefined => {
  const valueOf = (...flags: ReadonlyArray<string>) => words[words.findIndex((word) => flags.includes(word)) + 1]
  const has = (...flags: ReadonlyArray<string>) => words.some((word) => flags.includes(word))
  const urls = words.filter((word, at) => !word.startsWith("-") && !withValue.includes(words[at - 1] ?? ""))
  if (urls.length !== 1) return `it calls ${urls.length} addresses`
  const path = ofApi.exec(urls[0]!)?.[1]
  if (path === undefined) return /^https?:\/\/.+/.test(urls[0]!) ? undefined : `${urls[0]} is no address`
  const sends = has("-d", "--data", "--json")
  const method = has("-X", "--request") ? valueOf("-X", "--request") : sends ? "POST" : "GET"
  const call = [...payloads.keys()].find((one) => one.startsWith(`${method} `) && isPathOf(one, path))
  if (call === undefined) return `there is no call ${method} ${path}`
  if (!sends) return undefined
  const body: unknown = JSON.parse(valueOf("-d", "--data", "--json")!)
  return isTaken(call, body) ? undefined : `${call} does not take this body`
}

/** Files of the project that a command names must be there. */
const missingFiles = (words: ReadonlyArray<string>): string | undefined => {
  const named = words.filter((word) => /^(?:\.\/)?(?:docs|examples|scripts|test)\//.test(word))
  const missing = named.filter((path) => !existsSync(join(root, path)) && globSync(path, { cwd: root }).length === 0)
  return missing.length === 0 ? undefined : `${missing.join(", ")} does not exist`
}

const problemOf = async ([program = "", ...words]: ReadonlyArray<string>): Promise<string | undefined> => {
  if (program === "sudo") return problemOf(words[0] === "-u" ? words.slice(2) : words)
  if (program === "env") return problemOf(words.slice(words.findIndex((word) => !/^\w+=/.test(word))))
  if (program === "npx" && words[0] === "wristbank") return problemOfCommand(words.slice(1))
  if (program === "wristbank") return problemOfCommand(words)
  if (program === "npm") return problemOfNpm(words)
  if (program === "curl") return problemOfCurl(words)
  if (program === "npx") {
    return existsSync(join(root, "node_modules/.bin", words[0] ?? "")) ? undefined : `no package brings ${words[0]}`
  }
  if (program === "node") return existsSync(join(root, words[0] ?? "")) ? undefined : `${words[0]} does not exist`
  return foreign.includes(program) ? undefined : `${program} is not on the list of other programs`
}

/** Why a documented command can't be called as it is written, or `undefined` if it can. */
export const problemOfLine = async ({ words }: ShellLine): Promise<string | undefined> =>
  missingFiles(words) ?? await problemOf(words)
