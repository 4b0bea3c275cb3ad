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

/** A range of addresses. A single address is a range of one. */
const AddressRange = Schema.Trim.pipe(Schema.decodeTo(
  Schema.IpNetworkFromString,
  SchemaTransformation.transform({
    decode: (text) => text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`,
    encode: (range) => range
  })
))

const WebAddress = Schema.URLFromString.check(
  Schema.makeFilter(({ protocol }) => /^https?:$/.test(protocol) || "an address that begins with https:// or http://")
)

/** The address of the card provider unless another is configured. */
export const defaultCardProvider = new URL("https://api.sumup.com")

const settings = {
  /** PostgreSQL 15 or newer; without it `wristbank up` starts a server of its own. */
  databaseUrl: Config.option(Config.Redacted("databaseUrl")),
  /** Folder of the embedded database, the secret key and other files that must survive a restart. */
  dataDir: Config.NonEmptyString("dataDir").pipe(Config.withDefault(".wristbank")),
  /**
   * Folder of backups, best on another disk: the embedded database copies its changes there continuously, and
   * `wristbank backup` puts copies of the whole there.
   */
  backupDir: Config.option(Config.NonEmptyString("backupDir")),
  /**
   * Encrypts stored secrets; never stored in the database. Without it `wristbank up` keeps a key in the data folder.
   */
  secretKey: Config.option(Config.schema(Schema.Redacted(SecretKey), "secretKey")),
  /**
   * The secret key that was used before. Secrets it encrypted stay readable until `wristbank secret rotate` has
   * replaced them.
   */
  previousSecretKey: Config.option(Config.schema(Schema.Redacted(SecretKey), "previousSecretKey")),
  /**
   * The administrator who is created in an empty database. Without a password `wristbank up` generates one and shows
   * it.
   */
  adminLogin: Config.NonEmptyString("adminLogin").pipe(Config.withDefault("admin")),
  adminPassword: Config.option(Config.Redacted("adminPassword")),
  /** Address the servers listen on. The default serves this machine only; 0.0.0.0 serves all of its networks. */
  host: Config.NonEmptyString("host").pipe(Config.withDefault("127.0.0.1")),
  /** The port that serves all APIs and web applications, each under its own path. */
  port: Config.Port("port").pipe(Config.withDefault(8000)),
  /**
   * A separate port for each API, which is then at the root of that port. Without it the API is on the common port
   * only.
   */
  administrationPort: Config.option(Config.Port("administrationPort")),
  terminalPort: Config.option(Config.Port("terminalPort")),
  customerPort: Config.option(Config.Port("customerPort")),
  /** A separate port for each web application, which is then at the root of that port, with its API below the usual path. */
  portalPort: Config.option(Config.Port("portalPort")),
  tillPort: Config.option(Config.Port("tillPort")),
  officePort: Config.option(Config.Port("officePort")),
  metricsPort: Config.option(Config.Port("metricsPort")),
  /**
   * PEM files of the certificate (with its chain) and its key, read at the start. Set both, then every port uses TLS,
   * or neither.
   */
  tlsCertificate: Config.option(Config.NonEmptyString("tlsCertificate")),
  tlsKey: Config.option(Config.NonEmptyString("tlsKey")),
  /**
   * Addresses and ranges (`10.0.0.0/8`) of proxies that are trusted to report the address of a caller. Default: none.
   */
  trustedProxies: Config.Array(AddressRange, "trustedProxies").pipe(Config.withDefault([])),
  /** The one header in which those proxies report it. The other header may come from the caller and is ignored. */
  forwardedHeader: Config.Literals(["x-forwarded-for", "forwarded"], "forwardedHeader").pipe(
    Config.withDefault("x-forwarded-for")
  ),
  /** Whether each API serves its description, at `docs` and `openapi.json`. */
  apiDocs: Config.Boolean("apiDocs").pipe(Config.withDefault(true)),
  /** Public addresses of the APIs and apps, for links and registration codes. */
  administrationUrl: Config.option(Config.URL("administrationUrl")),
  terminalUrl: Config.option(Config.URL("terminalUrl")),
  customerUrl: Config.option(Config.URL("customerUrl")),
  /** Where users find the source of the running version, which the AGPL 3.0 (section 13) has modified versions offer. */
  sourceUrl: Config.option(Config.schema(WebAddress, "sourceUrl")),
  /** Base address of the card provider's API. */
  sumupUrl: Config.URL("sumupUrl").pipe(Config.withDefault(defaultCardProvider)),
  /** Whether guests may top up in the portal, if their event allows it. */
  sumupEnabled: Config.Boolean("sumupEnabled").pipe(Config.withDefault(true)),
  /**
   * Seconds after which a registered order is given up if no card payment for it was found. A guest has the same time
   * to pay for a top-up on the web.
   */
  cardPaymentTimeoutSeconds: Config.schema(PositiveInt, "cardPaymentTimeoutSeconds").pipe(Config.withDefault(86_400)),
  /** Largest number of mails per minute and event: mail servers limit what they accept. */
  mailsPerMinute: Config.schema(PositiveInt, "mailsPerMinute").pipe(Config.withDefault(60)),
  /**
   * Networks in which signing devices may be although connections to them are otherwise refused, such as this machine
   * itself.
   */
  deviceNetworks: Config.Array(AddressRange, "deviceNetworks").pipe(Config.withDefault([])),
  /** The same for mail servers. */
  mailNetworks: Config.Array(AddressRange, "mailNetworks").pipe(Config.withDefault([])),
  /** The same for ticket shops, which may then also be called without TLS. */
  presaleNetworks: Config.Array(AddressRange, "presaleNetworks").pipe(Config.withDefault([])),
  /** The same for the device management, which may then also be called without TLS. */
  managementNetworks: Config.Array(AddressRange, "managementNetworks").pipe(Config.withDefault([])),
  /** Seconds between the readings of an event's ticket shop. */
  presaleIntervalSeconds: Config.schema(PositiveInt, "presaleIntervalSeconds").pipe(Config.withDefault(300)),
  /** Largest number of requests per minute to one organiser of a ticket shop: hosted shops allow 360. */
  presaleRequestsPerMinute: Config.schema(PositiveInt, "presaleRequestsPerMinute").pipe(Config.withDefault(300)),
  /** Seconds to wait for an answer of a signing device before its connection is closed. */
  tseAnswerTimeoutSeconds: Config.schema(PositiveInt, "tseAnswerTimeoutSeconds").pipe(Config.withDefault(5)),
  /** Origins of web apps at other addresses that may call the APIs. */
  allowedOrigins: Config.Array(Schema.Trim, "allowedOrigins").pipe(Config.withDefault([])),
  /** Marks terminals and receipts as part of a test system, with a message. */
  testMode: Config.Boolean("testMode").pipe(Config.withDefault(false)),
  testModeMessage: Config.NonEmptyString("testModeMessage").pipe(Config.withDefault("This is a test system")),
  /** Base address of an OpenTelemetry collector (OTLP over HTTP). Without it nothing is traced. */
  otlpEndpoint: Config.option(Config.URL("otlpEndpoint")),
  /** `lines` are for people, `json` for log collectors; `auto` writes lines to a terminal and JSON otherwise. */
  logFormat: Config.Literals(["auto", "lines", "json"], "logFormat").pipe(Config.withDefault("auto")),
  logLevel: Config.LogLevel("logLevel").pipe(Config.withDefault("Info"))
}

const recipe = Config.all(settings)

/** Raised when a setting is missing or malformed, or the configuration file can't be read. */
export class ConfigurationError extends Schema.TaggedError<ConfigurationError>()("ConfigurationError", {
  message: Schema.String
}) {}

/** All settings, read once at the start. Flags take precedence over the environment, the environment over the file. */
export class Configuration extends Context.Service<Configuration, Config.Success<typeof recipe>>()(
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

// Names that other tools use for the same settings.
const conventional: Readonly<Record<string, string>> = {
  databaseUrl: "DATABASE_URL",
  otlpEndpoint: "OTEL_EXPORTER_OTLP_ENDPOINT"
}

/** The environment variable of a setting. */
export const variableOf = (setting: string): string =>
  conventional[setting] ?? `WRISTBANK_${String.configCase(setting)}`

/** All environment variables that are read, in the order of the settings. */
export const variables: ReadonlyArray<string> = Object.keys(settings).map((setting) => variableOf(setting))

/**
 * Returns the variables that have the prefix of Wristbank but name no setting, sorted: probably misspelt, so the
 * operator is warned.
 */
export const unknownVariables = (environment: Sources["environment"]): ReadonlyArray<string> =>
  Object.keys(environment).filter((name) => name.startsWith("WRISTBANK_") && !variables.includes(name)).toSorted()

/** Settings whose value never appears in a message, even when it is invalid. */
const secretSettings: ReadonlySet<string> = new Set(["adminPassword", "databaseUrl", "secretKey", "previousSecretKey"])

/** Adds to a message which setting is wrong and which value was given. */
const nameSetting = (message: string, given: (name: string) => unknown): string =>
  message.replace(/\s*at \["(\w+)"\]/, (_, name: string) => {
    const value = given(name)
    const shown = value === undefined || secretSettings.has(name)
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
    Object.entries(configuration).map(([name, value]) => [name, mask(value, addresses.has(name))])
  )

// Of an address, all but the password is shown. Of any other secret nothing is shown, even if it looks like an address.
const addresses: ReadonlySet<string> = new Set<keyof typeof settings>([
  "databaseUrl",
  "administrationUrl",
  "terminalUrl",
  "customerUrl",
  "sourceUrl",
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
