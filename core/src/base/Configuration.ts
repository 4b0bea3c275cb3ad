import { Config, ConfigProvider, Context, Effect, Layer, Option, Predicate, Redacted, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { readFile } from "node:fs/promises"
import { type Setting, settings, variableOf, variables } from "./Settings.ts"

type Values = { readonly [Name in keyof typeof settings]: Config.Success<ReturnType<(typeof settings)[Name]["read"]>> }

const settingByName: Readonly<Record<string, Setting<unknown>>> = settings

const recipe = Config.all(
  Object.fromEntries(Object.entries(settingByName).map(([name, { read }]) => [name, read(name)]))
) as Config.Config<Values>

/** Raised when a setting is missing or malformed, or the configuration file can't be read. */
export class ConfigurationError extends Schema.TaggedError<ConfigurationError>()("ConfigurationError", {
  message: Schema.String
}) {}

/** All settings, read once at the start. Flags take precedence over the environment, the environment over the file. */
export class Configuration extends Context.Service<Configuration, Values>()(
  "core/Configuration"
) {
  static readonly layer = (sources: Sources) => Layer.effect(this, read(sources))
}

export type Sources = {
  /** Values of command line flags by setting; undefined values count as absent. */
  readonly flags?: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Path of a JSON file. A path that is given must exist; the default, `wristbank.config.json`, may be missing. */
  readonly file?: string | undefined
}

/** Reads the settings; `Configuration.layer` does it once for a whole program. */
export const read = Effect.fnUntraced(function*(sources: Sources) {
  const flags = ConfigProvider.fromUnknown(sources.flags ?? {})
  const environment = ConfigProvider.mapInput(
    ConfigProvider.fromEnvRecord(sources.environment),
    (path) => path.map((segment, at) => at === 0 && Predicate.isString(segment) ? variableOf(segment) : segment)
  )
  const kept = yield* readSettings(sources.file)
  const file = ConfigProvider.fromUnknown(kept)
  const given = (name: string) => sources.flags?.[name] ?? sources.environment[variableOf(name)] ?? kept[name]
  const provider = ConfigProvider.orElse(ConfigProvider.orElse(flags, environment), file)
  return yield* Effect.mapError(
    recipe.parse(provider),
    ({ cause }) => new ConfigurationError({ message: nameSetting(cause.message, given) })
  )
})

/**
 * Returns the variables that have the prefix of Wristbank but name no setting, sorted: probably misspelt, so the
 * operator is warned.
 */
export const unknownVariables = (environment: Sources["environment"]): ReadonlyArray<string> =>
  Object.keys(environment).filter((name) => name.startsWith("WRISTBANK_") && !variables.includes(name)).toSorted()

/** Adds to a message which setting is wrong and which value was given. */
const nameSetting = (message: string, given: (name: string) => unknown): string =>
  message.replace(/\s*at \["(\w+)"\]/, (_, name: string) => {
    const value = given(name)
    const shown = value === undefined || settingByName[name]?.isSecret === true
      ? ""
      : `, which is ${withoutPassword(encodeJson(value))}`
    return ` for the setting ${name} (variable ${variableOf(name)})${shown}`
  })

// An address may contain a password, even one that is malformed.
const withoutPassword = (text: string) => text.replace(/:[^:@/]{1,200}@/g, ":***@")

const encodeJson = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

/** The settings as operators may see them: whether a secret is set, but not its value. */
export const masked = (configuration: Configuration["Service"]): Readonly<Record<string, Schema.Json>> =>
  Object.fromEntries(
    Object.entries(configuration).map(([name, value]) => [name, mask(value, settingByName[name]?.isAddress === true)])
  )

// Of an address, all but the password is shown. Of any other secret nothing is shown, even if it looks like an address.
const mask = (value: unknown, isAddress: boolean): Schema.Json => {
  const inside = (inner: unknown) => mask(inner, isAddress)
  if (Option.isOption(value)) return Option.match(value, { onNone: () => null, onSome: inside })
  if (Redacted.isRedacted(value)) return isAddress ? maskAddress(Redacted.value(value)) : "***"
  if (value instanceof URL) return isAddress ? maskAddress(value.href) : "***"
  if (Array.isArray(value)) return value.map(inside)
  if (IpNetwork.isIpNetwork(value)) return IpNetwork.format(value)
  return Predicate.isBoolean(value) || Predicate.isNumber(value) ? value : `${value}`
}

const maskAddress = (address: unknown): string => {
  const url = Predicate.isString(address) ? URL.parse(address) : null
  if (url === null || url.host === "") return "***"
  if (url.password !== "") url.password = "***"
  for (const name of url.searchParams.keys()) if (/pass|key|secret|token/i.test(name)) url.searchParams.set(name, "***")
  return url.href
}

const DEFAULT_FILE = "wristbank.config.json"
const Settings = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.Json).check(Schema.makeFilter((given) => {
    const unknown = Object.keys(given).filter((name) => !(name in settingByName))
    return unknown.length === 0 ||
      `there is no setting ${unknown.join(", ")}; there are ${Object.keys(settings).join(", ")}`
  }))
)

const readSettings = Effect.fnUntraced(function*(file: string | undefined) {
  const path = file ?? DEFAULT_FILE
  const fail = (reason: string) => new ConfigurationError({ message: `The configuration file ${path} ${reason}` })
  const text = yield* Effect.tryPromise({
    try: () =>
      readFile(path, "utf8").catch((error) =>
        file === undefined && error.code === "ENOENT" ? "{}" : Promise.reject(error)
      ),
    catch: (cause) => fail(`can't be read: ${cause instanceof Error ? cause.message : `${cause}`}`)
  })
  return yield* Effect.mapError(
    Schema.decodeUnknownEffect(Settings)(text),
    ({ message }) => fail(`is not right: ${message}`)
  )
})
