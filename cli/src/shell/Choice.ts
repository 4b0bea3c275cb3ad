import { Errors } from "@oclif/core"
import { Effect, Predicate } from "effect"
import { mkdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { FileNotWritten, writeWhole } from "../files/OutputFile.ts"
import { exitStatus } from "./ExitStatus.ts"

/** The event and the user of commands that are given none. */
export interface Choice {
  readonly event?: string | undefined
  readonly as?: string | undefined
}

/** The environment variables that name them; they count before what `wristbank use` stored. */
export const choiceVariables = { event: "WRISTBANK_EVENT", as: "WRISTBANK_AS" } as const

const choiceFile = (folder: string): string => join(folder, "use.json")

/** What `wristbank use` stored for this account; nothing at first. */
export const storedChoice = async (folder: string): Promise<Choice> => {
  const path = choiceFile(folder)
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}"
    throw unreadable(path, error.message)
  })
  try {
    const { as, event }: Choice = JSON.parse(text)
    return { event: textOf(event), as: textOf(as) }
  } catch {
    throw unreadable(path, "it is damaged")
  }
}

const textOf = (value: unknown) => typeof value === "string" && value !== "" ? value : undefined

const unreadable = (path: string, reason: string) =>
  new Errors.CLIError(`${path} can't be read: ${reason}. wristbank use --clear removes it`, {
    exit: exitStatus.refused.status
  })

/** Stores a choice for this account. */
export const storeChoice = Effect.fnUntraced(function*(folder: string, choice: Choice) {
  const path = choiceFile(folder)
  yield* Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    catch: (cause) =>
      new FileNotWritten({ message: `${path} was not written: ${cause instanceof Error ? cause.message : cause}` })
  })
  yield* writeWhole({ path, force: true }, JSON.stringify(choice))
})

export const removeChoice = (folder: string): Promise<void> => rm(choiceFile(folder), { force: true })

/** What counts: a variable of the environment, else what is stored. */
export const choiceOf = (stored: Choice, environment: NodeJS.ProcessEnv): Choice => ({
  event: textOf(environment[choiceVariables.event]) ?? stored.event,
  as: textOf(environment[choiceVariables.as]) ?? stored.as
})

/** The flags and arguments of a command; of some commands the event is called `node`, as it may be a part of one. */
interface Input {
  readonly args?: object | undefined
  readonly flags?: object | undefined
}

const names: ReadonlyArray<readonly [name: string, of: keyof Choice]> = [["event", "event"], ["node", "event"], [
  "as",
  "as"
]]

/** Whether a command must be given an event or a user. */
export const needsChoice = ({ args = {}, flags = {} }: Input): boolean =>
  names.some(([name]) => isNeeded(flags, name) || isNeeded(args, name))

const isNeeded = (inputs: object, name: string): boolean =>
  Predicate.hasProperty(inputs, name) && Predicate.hasProperty(inputs[name], "required") &&
  inputs[name].required === true

/** The same command, whose event and user may be left out where there is a choice. */
export const withChoice = <I extends Input>(input: I, choice: Choice): I => {
  const chosen = (inputs: object = {}) => ({
    ...inputs,
    ...Object.fromEntries(names.flatMap(([name, of]) => {
      const one = new Map(Object.entries(inputs)).get(name)
      const value = choice[of]
      return value === undefined || !isNeeded(inputs, name) ? [] : [[name, { ...one, default: value }]]
    }))
  })
  return { ...input, args: chosen(input.args), flags: chosen(input.flags) }
}
