import {
  Config,
  ConfigProvider,
  Context,
  Effect,
  Layer,
  Option,
  Predicate,
  Redacted,
  Schema,
  SchemaTransformation,
  String
} from "effect"
import { IpNetwork } from "effect/net"
import { readFile } from "node:fs/promises"

const SecretKey = Schema.String.check(Schema.isMinLength(32, { expected: "at least 32 characters" }))

const PositiveInt = Schema.Int.check(Schema.isGreaterThan(0))

/** A range of addresses; one address alone is a range of one. */
const AddressRange = Schema.Trim.pipe(Schema.decodeTo(
  Schema.IpNetworkFromString,
  SchemaTransformation.transform({
    decode: (text) => text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`,
    encode: (range) => range
  })
))

/** The card provider that is asked when no other is configured. */
export const usualCardProvider = new URL("https://api.sumup.com")

const settings = {
  /** PostgreSQL 15 or newer; absent: `wristbank up` starts a server of its own. */
  databaseUrl: Config.option(Config.Redacted("databaseUrl")),
  /** Folder of the embedded database, the secret key and whatever else must survive a restart. */
  dataDir: Config.NonEmptyString("dataDir").pipe(Config.withDefault(".wristbank")),
  /** Encrypts stored secrets and is never stored itself; `wristbank up` keeps one in the data folder when absent. */
  secretKey: Config.option(Config.schema(Schema.Redacted(SecretKey), "secretKey")),
  /** The key before it, which is read with as well until `wristbank secret rotate` has sealed all with the new one. */
  previousSecretKey: Config.option(Config.schema(Schema.Redacted(SecretKey), "previousSecretKey")),
  /** Who is made administrator of an empty database; without a password `wristbank up` thinks one up and shows it. */
  adminLogin: Config.NonEmptyString("adminLogin").pipe(Config.withDefault("admin")),
  adminPassword: Config.option(Config.Redacted("adminPassword")),
  /** Address the servers listen on: by default this machine alone is served; 0.0.0.0 serves every network it is in. */
  host: Config.NonEmptyString("host").pipe(Config.withDefault("127.0.0.1")),
  /** The common port, where everything is mounted. */
  port: Config.Port("port").pipe(Config.withDefault(8000)),
  /** Ports of their own, with the API at the root; absent: the API is at the common port alone. */
  administrationPort: Config.option(Config.Port("administrationPort")),
  terminalPort: Config.option(Config.Port("terminalPort")),
  customerPort: Config.option(Config.Port("customerPort")),
  metricsPort: Config.option(Config.Port("metricsPort")),
  /** Files with the certificate (and its chain) and its key, in PEM: all ports speak TLS then. Both or none; read at the start. */
  tlsCertificate: Config.option(Config.NonEmptyString("tlsCertificate")),
  tlsKey: Config.option(Config.NonEmptyString("tlsKey")),
  /** Addresses and ranges (`10.0.0.0/8`) of proxies whose word counts on where a call came from; none by default. */
  trustedProxies: Config.Array(AddressRange, "trustedProxies").pipe(Config.withDefault([])),
  /** The one header that those proxies write; whatever a caller put into the other is not looked at. */
  forwardedHeader: Config.Literals(["x-forwarded-for", "forwarded"], "forwardedHeader").pipe(
    Config.withDefault("x-forwarded-for")
  ),
  /** Whether each API shows its description, at `docs` and `openapi.json`. */
  apiDocs: Config.Boolean("apiDocs").pipe(Config.withDefault(true)),
  /** Addresses under which others reach the APIs and apps, for links and registration codes. */
  administrationUrl: Config.option(Config.URL("administrationUrl")),
  terminalUrl: Config.option(Config.URL("terminalUrl")),
  customerUrl: Config.option(Config.URL("customerUrl")),
  /** Base address of the card provider's interface. */
  sumupUrl: Config.URL("sumupUrl").pipe(Config.withDefault(usualCardProvider)),
  /** Whether guests may top up in the portal at all, where their event allows it. */
  sumupEnabled: Config.Boolean("sumupEnabled").pipe(Config.withDefault(true)),
  /**
   * Seconds after which a registered order that nobody was found to have paid for by card is given up, and for which a guest
   * may pay on the web.
   */
  cardPaymentTimeoutSeconds: Config.schema(PositiveInt, "cardPaymentTimeoutSeconds").pipe(Config.withDefault(86_400)),
  /** Mails that are sent for one event within a minute at most, as its mail server may take no more. */
  mailsPerMinute: Config.schema(PositiveInt, "mailsPerMinute").pipe(Config.withDefault(60)),
  /** Networks in which signing devices may be although no connection usually goes there, such as this machine itself. */
  deviceNetworks: Config.Array(AddressRange, "deviceNetworks").pipe(Config.withDefault([])),
  /** The same for mail servers. */
  mailNetworks: Config.Array(AddressRange, "mailNetworks").pipe(Config.withDefault([])),
  /** Seconds a signing device may take for an answer; then its connection is given up. */
  tseAnswerTimeoutSeconds: Config.schema(PositiveInt, "tseAnswerTimeoutSeconds").pipe(Config.withDefault(5)),
  /** Origins of web apps that may call the APIs from another address. */
  allowedOrigins: Config.Array(Schema.Trim, "allowedOrigins").pipe(Config.withDefault([])),
  /** Marks terminals and receipts as not real, with a message. */
  testMode: Config.Boolean("testMode").pipe(Config.withDefault(false)),
  testModeMessage: Config.NonEmptyString("testModeMessage").pipe(Config.withDefault("This is a test system")),
  /** Base address of an OpenTelemetry collector (OTLP over HTTP); absent: no tracing. */
  otlpEndpoint: Config.option(Config.URL("otlpEndpoint")),
  /** Lines to read, JSON to collect; auto: lines in a terminal and JSON otherwise. */
  logFormat: Config.Literals(["auto", "lines", "json"], "logFormat").pipe(Config.withDefault("auto")),
  logLevel: Config.LogLevel("logLevel").pipe(Config.withDefault("Info"))
}

const recipe = Config.all(settings)

/** Raised when a setting is missing or malformed, or the configuration file can't be read. */
export class ConfigurationError extends Schema.TaggedError<ConfigurationError>()("ConfigurationError", {
  message: Schema.String
}) {}

/** All settings, read once at the start. Flags win over the environment, the environment over the file. */
export class Configuration extends Context.Service<Configuration, Config.Success<typeof recipe>>()(
  "core/Configuration"
) {
  static readonly layer = (sources: Sources) => Layer.effect(this, read(sources))
}

export type Sources = {
  /** Values of command line flags by setting; undefined ones are absent. */
  readonly flags?: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A JSON file; it must exist when named, `wristbank.config.json` may be missing. */
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

// Names that other tools use for the same thing.
const conventional: Readonly<Record<string, string>> = {
  databaseUrl: "DATABASE_URL",
  otlpEndpoint: "OTEL_EXPORTER_OTLP_ENDPOINT"
}

/** The environment variable of a setting. */
export const variableOf = (setting: string): string =>
  conventional[setting] ?? `WRISTBANK_${String.configCase(setting)}`

/** Every environment variable that is read, in the order of the settings. */
export const variables: ReadonlyArray<string> = Object.keys(settings).map((setting) => variableOf(setting))

/** Variables that have our prefix and are no setting, so that a misspelt one is not silently without effect; sorted. */
export const unknownVariables = (environment: Sources["environment"]): ReadonlyArray<string> =>
  Object.keys(environment).filter((name) => name.startsWith("WRISTBANK_") && !variables.includes(name)).toSorted()

/** Settings whose value, valid or not, appears in no message. */
const secretSettings: ReadonlySet<string> = new Set(["adminPassword", "databaseUrl", "secretKey", "previousSecretKey"])

/** Says which setting is wrong, and what was given for it. */
const nameSetting = (message: string, given: (name: string) => unknown): string =>
  message.replace(/\s*at \["(\w+)"\]/, (_, name: string) => {
    const value = given(name)
    const shown = value === undefined || secretSettings.has(name)
      ? ""
      : `, which is ${withoutPassword(encodeJson(value))}`
    return ` for the setting ${name} (variable ${variableOf(name)})${shown}`
  })

// Addresses may name a password, those that are malformed too.
const withoutPassword = (text: string) => text.replace(/:[^:@/]{1,200}@/g, ":***@")

const encodeJson = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

/** The settings as an operator may see them: whether a secret is set, never what it is. */
export const masked = (configuration: Configuration["Service"]): Readonly<Record<string, Schema.Json>> =>
  Object.fromEntries(
    Object.entries(configuration).map(([name, value]) => [name, mask(value, addresses.has(name))])
  )

// Of these everything but the password helps an operator; of any other secret nothing does, whatever it looks like.
const addresses: ReadonlySet<string> = new Set<keyof typeof settings>([
  "databaseUrl",
  "administrationUrl",
  "terminalUrl",
  "customerUrl",
  "sumupUrl",
  "otlpEndpoint"
])

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
    const unknown = Object.keys(given).filter((name) => !(name in settings))
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
