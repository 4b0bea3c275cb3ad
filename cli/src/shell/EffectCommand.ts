import { Command, Errors, Flags, type Interfaces } from "@oclif/core"
import { Configuration, unknownVariables } from "@wristbank/core/base/Configuration"
import { observability } from "@wristbank/core/base/Observability"
import { variables } from "@wristbank/core/base/Settings"
import { SoftwareVersion } from "@wristbank/core/base/SoftwareVersion"
import { stopLimits } from "@wristbank/core/base/StopLimits"
import { Cause, Effect, Exit, Layer, Option, Predicate, Schema, type Scope } from "effect"
import { watchOutput } from "../files/OutputFault.ts"
import { standardOutput } from "../files/OutputFile.ts"
import { isServerProcess } from "../processes/ServerProcess.ts"
import { startDeadline } from "../serving/StopDeadline.ts"
import * as Progress from "../views/Progress.ts"
import { choiceOf, choiceVariables, needsChoice, storedChoice, withChoice } from "./Choice.ts"
import { exitStatus } from "./ExitStatus.ts"
import { type ExpectedFailure, isAway, isMisuse } from "./Remedies.ts"
import { nearest } from "./Suggestion.ts"

/** Services that every command's effect may use. */
export type CommandServices = Configuration | Progress.Progress | Scope.Scope

/** Values of flags or arguments by name. */
type Output = Record<string, unknown>

/** A command whose work is an Effect. It reads the configuration, ends on signals and turns errors into exit codes. */
export abstract class EffectCommand extends Command {
  static override baseFlags = {
    config: Flags.string({ description: "configuration file (default: wristbank.config.json if there is one)" }),
    "log-level": Flags.string({
      description: "least severity that is logged",
      options: ["Debug", "Info", "Warn", "Error", "None"]
    })
  }

  /** Whether a signal is the usual end of the command, as for a server. */
  protected endsOnSignal = false
  /** Milliseconds after the signal within which such a command ends. */
  protected endsWithin = stopLimits.everything
  /** Whether standard output is for the content of a file alone: what the command says goes to standard error. */
  protected printsFile = false
  private given: Readonly<Record<string, unknown>> = {}

  override async init() {
    await super.init()
    watchOutput(this.endsOnSignal)
  }

  /** Parses the flags, and keeps them as settings. */
  protected override async parse<
    F extends Output,
    B extends Output,
    A extends Output
  >(options?: Interfaces.Input<F, B, A>, argv?: Array<string>): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse<F, B, A>(await this.withChoice(options), argv).catch(misused)
    this.given = parsed.flags
    this.printsFile = this.given["output"] === standardOutput
    if (this.printsFile && this.jsonEnabled()) {
      throw new Errors.CLIError("--output - and --json would both write to standard output", {
        exit: exitStatus.usage.status
      })
    }
    return parsed
  }

  override log(message?: string, ...values: Array<unknown>): void {
    if (this.printsFile) this.logToStderr(message, ...values)
    else super.log(message, ...values)
  }

  /** The flags and arguments, of which event and user may be left out where `wristbank use` or the environment names them. */
  private async withChoice<F extends Output, B extends Output, A extends Output>(
    options: Interfaces.Input<F, B, A> = this.ctor as Interfaces.Input<F, B, A>
  ): Promise<Interfaces.Input<F, B, A>> {
    const { args, baseFlags, enableJsonFlag, flags, strict } = options
    const input = { args, baseFlags, enableJsonFlag, flags, strict } as Interfaces.Input<F, B, A>
    return needsChoice(input)
      ? withChoice(input, choiceOf(await storedChoice(this.config.configDir), process.env))
      : options
  }

  /** Runs the work to its end. `--json` prints the result, encoded by the schema. */
  protected async runEffect<A, E extends ExpectedFailure, I>(
    effect: Effect.Effect<A, E, CommandServices>,
    schema: Schema.Codec<A, I>
  ): Promise<I>
  protected async runEffect<A, E extends ExpectedFailure>(effect: Effect.Effect<A, E, CommandServices>): Promise<A>
  protected async runEffect<A, E extends ExpectedFailure>(
    effect: Effect.Effect<A, E, CommandServices>,
    schema?: Schema.Codec<A, unknown>
  ) {
    const limit = this.endsOnSignal ? this.endsWithin : undefined
    const exit = await untilSignal(Effect.scoped(Effect.provide(effect, this.services())), limit)
    if (Exit.isSuccess(exit)) return schema === undefined ? exit.value : Schema.encodeSync(schema)(exit.value)
    if (Cause.hasInterruptsOnly(exit.cause)) {
      if (!this.endsOnSignal) throw new CommandFailure(exitStatus.signal.status, "Ended by a signal", {})
      return undefined
    }
    throw failureOf(exit.cause)
  }

  protected override async catch(error: Interfaces.CommandError): Promise<void> {
    if (error instanceof Errors.ExitError || (error instanceof Errors.CLIError && this.jsonEnabled())) {
      return super.catch(error)
    }
    if (error instanceof Errors.CLIError) {
      process.exitCode = error.oclif.exit ?? exitStatus.usage.status
      process.stderr.write(`${inOneLine(error.message)} (wristbank ${this.idAsTyped} --help shows how)\n`)
      return
    }
    const failure = error instanceof CommandFailure ? error : failureOf(Cause.die(error))
    process.exitCode = failure.exitCode
    const { fields, message } = failure
    if (failure.isEnd) {
      if (this.jsonEnabled()) this.logJson({ error: { ...fields, message } })
      else process.stderr.write(`${message}\n`)
      return
    }
    const { explained } = await import("./Remedies.ts")
    const { lines, remedy } = await explained({ id: fields.id ?? "", message, rule: fields.rule ?? null })
    if (this.jsonEnabled()) this.logJson({ error: { ...fields, message, ...(remedy === null ? {} : { remedy }) } })
    else process.stderr.write(`${lines}${remedy === null ? "" : `${/[.!?]$/.test(lines) ? "" : "."} ${remedy}`}\n`)
  }

  /** Without what oclif adds to an error: the description of the whole command line, of some thousand lines. */
  protected override toErrorJson(error: unknown) {
    return { error: { id: "Usage", message: inOneLine(error instanceof Error ? error.message : String(error)) } }
  }

  private get idAsTyped(): string {
    return this.id?.replaceAll(":", " ") ?? ""
  }

  private services() {
    warnOfUnknownVariables()
    const configuration = Configuration.layer({
      flags: settingsOf(this.given),
      environment: process.env,
      file: Predicate.isString(this.given["config"]) ? this.given["config"] : undefined
    })
    const observed = Layer.provideMerge(observability(this.config.version), configuration)
    return Layer.mergeAll(
      observed,
      isServerProcess ? Progress.silent : Progress.layer,
      Layer.succeed(SoftwareVersion, this.config.version)
    )
  }
}

/** oclif reports an argument that is not a number with an error like that of a defect, but a flag as misuse. */
const misused = (error: unknown): never => {
  throw error instanceof Errors.CLIError || !(error instanceof Error)
    ? error
    : new Errors.CLIError(error.message, { exit: exitStatus.usage.status })
}

/** oclif gives misuse several lines: a heading, the mistakes, and a hint. */
const inOneLine = (message: string): string => {
  const lines = message.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, ", "))
    .filter((line) => line !== "" && !/^See more help|^The following errors? occurred:$/.test(line))
  return lines.map((line, at) => at === lines.length - 1 ? line : line.endsWith(":") ? `${line} ` : `${line}; `).join(
    ""
  )
}

/** What describes an expected failure for programs. */
interface FailureFields {
  readonly id?: string
  readonly rule?: string
  readonly problems?: ReadonlyArray<unknown>
}

/** A failed command. */
class CommandFailure extends Error {
  readonly exitCode: number
  readonly fields: FailureFields

  /** Whether it is a signal or a fault of the program, which no one can do anything about. */
  get isEnd(): boolean {
    return this.exitCode === exitStatus.signal.status || this.exitCode === exitStatus.defect.status
  }

  constructor(exitCode: number, message: string, fields: FailureFields) {
    super(message)
    this.exitCode = exitCode
    this.fields = fields
  }
}

const failureOf = (cause: Cause.Cause<unknown>): CommandFailure => {
  const expected = Cause.hasDies(cause) ? Option.none() : Cause.findErrorOption(cause)
  return Option.match(expected, {
    onNone: () =>
      new CommandFailure(exitStatus.defect.status, `This is a fault of Wristbank:\n${Cause.pretty(cause)}`, {
        id: "Defect"
      }),
    onSome: (error) => {
      const message = Predicate.hasProperty(error, "message") ? `${error.message}` : `${error}`
      const id = Predicate.hasProperty(error, "_tag") ? { id: `${error._tag}` } : {}
      const rule = Predicate.hasProperty(error, "rule") && Predicate.isString(error.rule) ? { rule: error.rule } : {}
      const problems = Predicate.hasProperty(error, "problems") && Array.isArray(error.problems)
        ? { problems: error.problems }
        : {}
      return new CommandFailure(statusOf(id.id ?? ""), message, { ...id, ...rule, ...problems })
    }
  })
}

const statusOf = (name: string): number =>
  (isMisuse(name) ? exitStatus.usage : isAway(name) ? exitStatus.away : exitStatus.refused).status

/** Whether bin/wristbank.js on an older Node started this process, so that they end together. */
const hasLauncher = process.connected

/**
 * Interrupts the effect on Ctrl-C, on a request to end, or when the parent process has ended. A command may run several
 * effects, so the channel to the parent stays open; it does not keep an idle process alive. With a limit in milliseconds, this
 * process ends then at the latest.
 */
const untilSignal = async <A, E>(effect: Effect.Effect<A, E>, limit?: number): Promise<Exit.Exit<A, E>> => {
  const controller = new AbortController()
  const end = () => {
    if (limit !== undefined && !controller.signal.aborted) startDeadline(limit)
    controller.abort()
  }
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]
  for (const event of events) process.on(event, end)
  if (hasLauncher && !process.connected) end()
  try {
    return await Effect.runPromiseExit(effect, { signal: controller.signal })
  } finally {
    for (const event of events) process.removeListener(event, end)
  }
}

const withoutPrefix = (variable: string) => variable.replace(/^WRISTBANK_/, "")

let warned = false

/**
 * Warns once a process, as a command may run several effects, and once for all processes of a server. It warns on standard
 * error, so that programs that read the output are not disturbed.
 */
const warnOfUnknownVariables = () => {
  if (warned || isServerProcess) return
  warned = true
  const ofCommands: ReadonlyArray<string> = Object.values(choiceVariables)
  for (const name of unknownVariables(process.env)) {
    if (ofCommands.includes(name)) continue
    const word = nearest(withoutPrefix(name), variables.map(withoutPrefix))
    const meant = variables.find((variable) => withoutPrefix(variable) === word)
    process.stderr.write(`There is no setting ${name}${meant === undefined ? "" : `: did you mean ${meant}?`}\n`)
  }
}

/** The setting of a flag: `--terminal-port` sets `terminalPort`. */
const settingsOf = (flags: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value
    ])
  )
