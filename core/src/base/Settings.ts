/** Every setting of Wristbank: what it takes, its default and what it means. */
import { Config, LogLevel, type Option, type Redacted, Schema, SchemaTransformation, String } from "effect"
import type { IpNetwork } from "effect/net"

/** What a setting takes. */
interface Kind<A> {
  /** The values it takes, in words. */
  readonly takes: string
  readonly read: (name: string) => Config.Config<A>
  /** Whether the value stays out of messages, even when it is invalid. */
  readonly isSecret?: boolean
  /** Whether the value is an address, of which all but its passwords is shown. */
  readonly isAddress?: boolean
}

export interface Setting<A> extends Kind<A> {
  readonly meaning: string
  readonly default?: A
}

/** A setting that may be absent. */
const optional = <A>(kind: Kind<A>, meaning: string): Setting<Option.Option<A>> => ({
  ...kind,
  meaning,
  read: (name) => Config.option(kind.read(name))
})

const withDefault = <A>(kind: Kind<A>, value: A, meaning: string): Setting<A> => ({
  ...kind,
  meaning,
  default: value,
  read: (name) => Config.withDefault(kind.read(name), value)
})

const text: Kind<string> = { takes: "text", read: Config.NonEmptyString }
const path: Kind<string> = { takes: "path", read: Config.NonEmptyString }
const password: Kind<Redacted.Redacted> = { takes: "text", read: Config.Redacted, isSecret: true }
const database: Kind<Redacted.Redacted> = {
  takes: "address that begins with `postgres://`",
  read: Config.Redacted,
  isSecret: true,
  isAddress: true
}
const port: Kind<number> = { takes: "port from 1 to 65535", read: Config.Port }
const yesOrNo: Kind<boolean> = { takes: "`true` or `false`", read: Config.Boolean }
const address: Kind<URL> = { takes: "address (URL)", read: Config.URL, isAddress: true }

const PositiveInt = Schema.Int.check(Schema.isGreaterThan(0))
const positive: Kind<number> = {
  takes: "whole number from 1",
  read: (name) => Config.schema(PositiveInt, name)
}

const keyLength = 32
const SecretKey = Schema.String.check(
  Schema.isMinLength(keyLength, { expected: `at least ${keyLength} characters` })
)
const secretKey: Kind<Redacted.Redacted> = {
  takes: `text of at least ${keyLength} characters`,
  read: (name) => Config.schema(Schema.Redacted(SecretKey), name),
  isSecret: true
}

const WebAddress = Schema.URLFromString.check(
  Schema.makeFilter(({ protocol }) => /^https?:$/.test(protocol) || "an address that begins with https:// or http://")
)
const webAddress: Kind<URL> = {
  takes: "address that begins with `https://` or `http://`",
  read: (name) => Config.schema(WebAddress, name),
  isAddress: true
}

/** A range of addresses. A single address is a range of one. */
const AddressRange = Schema.Trim.pipe(Schema.decodeTo(
  Schema.IpNetworkFromString,
  SchemaTransformation.transform({
    decode: (range) => range.includes("/") ? range : `${range}/${range.includes(":") ? 128 : 32}`,
    encode: (range) => range
  })
))
const networks: Kind<ReadonlyArray<IpNetwork.IpNetwork>> = {
  takes: "addresses and ranges such as `10.0.0.0/8`, separated by commas",
  read: (name) => Config.Array(AddressRange, name)
}
const origins: Kind<ReadonlyArray<string>> = {
  takes: "origins such as `https://app.example`, separated by commas",
  read: (name) => Config.Array(Schema.Trim, name)
}

const oneOf = <const L extends ReadonlyArray<string>>(words: L): Kind<L[number]> => ({
  takes: words.map((word) => `\`${word}\``).join(", "),
  read: (name) => Config.Literals(words, name)
})
const logLevel: Kind<LogLevel.LogLevel> = {
  takes: LogLevel.values.map((level) => `\`${level}\``).join(", "),
  read: Config.LogLevel
}

/** The address of the card provider unless another is configured. */
export const defaultCardProvider = new URL("https://api.sumup.com")

const storage = {
  databaseUrl: optional(
    database,
    "PostgreSQL 15 or newer. Without it `wristbank up` starts a server of its own."
  ),
  dataDir: withDefault(
    path,
    ".wristbank",
    "Folder of the embedded database, the secret key and other files that must survive a restart."
  ),
  backupDir: optional(
    path,
    "Folder of backups, best on another disk: the embedded database copies its changes there continuously, and `wristbank backup` " +
      "puts copies of the whole there."
  ),
  secretKey: optional(
    secretKey,
    "Encrypts stored secrets; never stored in the database. Without it `wristbank up` keeps a key in the data folder."
  ),
  previousSecretKey: optional(
    secretKey,
    "The secret key that was used before. Secrets it encrypted stay readable until `wristbank secret rotate` has replaced them."
  ),
  adminLogin: withDefault(text, "admin", "Login of the administrator who is created in an empty database."),
  adminPassword: optional(
    password,
    "Password of the administrator who is created in an empty database. Without it `wristbank up` generates one, keeps it in `admin-password` in the data folder, and shows it if it runs in a terminal."
  )
}

const ports = {
  host: withDefault(
    text,
    "127.0.0.1",
    "Address the servers listen on. The default serves this machine only; `0.0.0.0` serves all of its networks."
  ),
  port: withDefault(port, 8000, "The port that serves all APIs and web applications, each under its own path."),
  administrationPort: optional(
    port,
    "A port of its own for the administration API, which is then at the root of that port. Without it the API is on the common " +
      "port only."
  ),
  terminalPort: optional(
    port,
    "A port of its own for the terminal API. Without it the API is on the common port only."
  ),
  customerPort: optional(
    port,
    "A port of its own for the customer API. Without it the API is on the common port only."
  ),
  portalPort: optional(
    port,
    "A port of its own for the guests' portal, which is then at the root of that port, with its API below the usual path."
  ),
  tillPort: optional(
    port,
    "A port of its own for the till in the browser, which is then at the root of that port, with its API below the usual path."
  ),
  officePort: optional(
    port,
    "A port of its own for the back office in the browser, which is then at the root of that port, with its API below the usual path."
  ),
  metricsPort: optional(port, "The port of the metrics for Prometheus. Without it there are none."),
  tlsCertificate: optional(
    path,
    "PEM file of the certificate with its chain, read at the start. Set it with `tlsKey`, then every port uses TLS."
  ),
  tlsKey: optional(path, "PEM file of the certificate's key, read at the start."),
  trustedProxies: withDefault(
    networks,
    [],
    "Proxies that are trusted to report the address of a caller, in `forwardedHeader`."
  ),
  forwardedHeader: withDefault(
    oneOf(["x-forwarded-for", "forwarded"]),
    "x-forwarded-for",
    "The one header in which trusted proxies report the address of a caller. The other header may come from the caller and is ignored."
  ),
  apiDocs: withDefault(yesOrNo, true, "Whether each API serves its description, at `docs` and `openapi.json`."),
  apiDocsForEveryone: withDefault(
    yesOrNo,
    false,
    "Whether the own ports of terminals and guests (`terminalPort`, `customerPort`) serve these descriptions too. Published applications " +
      "need none, and everybody can reach these ports."
  ),
  administrationUrl: optional(address, "Public address of the administration API, for links."),
  terminalUrl: optional(address, "Public address of the terminal API, for registration codes."),
  customerUrl: optional(
    address,
    "Public address of the customer API, for links, such as those to receipts of events whose portal has no address."
  ),
  sourceUrl: optional(
    webAddress,
    "Where users find the source of the running version, which the AGPL 3.0 (section 13) has modified versions offer."
  ),
  allowedOrigins: withDefault(origins, [], "Origins of web apps at other addresses that may call the APIs."),
  processes: optional(
    positive,
    "Number of processes that serve the ports together, each on a core of its own. Without it there are as many as the machine " +
      "has cores, at most eight, and one for `up --demo`; `1` serves in a single process."
  )
}

const cards = {
  sumupUrl: withDefault(address, defaultCardProvider, "Base address of the card provider's API."),
  sumupEnabled: withDefault(yesOrNo, true, "Whether guests may top up in the portal, if their event allows it."),
  cardPaymentTimeoutSeconds: withDefault(
    positive,
    86_400,
    "Seconds after which a registered order is given up if no card payment for it was found. A guest has the same time to pay for " +
      "a top-up on the web."
  )
}

const connections = {
  mailsPerMinute: withDefault(
    positive,
    60,
    "Largest number of mails per minute and event: mail servers limit what they accept."
  ),
  deviceNetworks: withDefault(
    networks,
    [],
    "Networks in which signing devices may be although connections to them are otherwise refused, such as this machine itself."
  ),
  mailNetworks: withDefault(
    networks,
    [],
    "Networks in which mail servers may be although connections to them are otherwise refused."
  ),
  presaleNetworks: withDefault(
    networks,
    [],
    "Networks in which ticket shops may be although connections to them are otherwise refused. They may then also be called without TLS."
  ),
  managementNetworks: withDefault(
    networks,
    [],
    "Networks in which the device management may be although connections to it are otherwise refused. It may then also be called without TLS."
  ),
  presaleIntervalSeconds: withDefault(positive, 300, "Seconds between the readings of an event's ticket shop."),
  presaleRequestsPerMinute: withDefault(
    positive,
    300,
    "Largest number of requests per minute to one organiser of a ticket shop: hosted shops allow 360."
  ),
  tseAnswerTimeoutSeconds: withDefault(
    positive,
    5,
    "Seconds to wait for an answer of a signing device before its connection is closed."
  )
}

const observation = {
  testMode: withDefault(yesOrNo, false, "Marks terminals and receipts as part of a test system."),
  testModeMessage: withDefault(text, "This is a test system", "What terminals and receipts say in a test system."),
  otlpEndpoint: optional(
    address,
    "Base address of an OpenTelemetry collector (OTLP over HTTP). Without it nothing is traced."
  ),
  logFormat: withDefault(
    oneOf(["auto", "lines", "json"]),
    "auto",
    "`lines` are for people, `json` for log collectors; `auto` writes lines to a terminal and JSON otherwise."
  ),
  logLevel: withDefault(logLevel, "Info", "Least severity that is logged.")
}

export const settings = { ...storage, ...ports, ...cards, ...connections, ...observation }

/** The settings by what they are for. */
export const settingGroups: ReadonlyArray<
  readonly [title: string, settings: Readonly<Record<string, Setting<unknown>>>]
> = [
  ["Database, files and secrets", storage],
  ["Ports and addresses", ports],
  ["Card payments", cards],
  ["Mail, ticket shops and devices", connections],
  ["Test system, logs and traces", observation]
]

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
