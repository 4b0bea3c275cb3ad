import { Clock, Effect, Layer, type Redacted } from "effect"
import { Configuration } from "./base/Configuration.ts"
import { MailNotSent, MailTransport } from "./mail/MailTransport.ts"
import { Secrets } from "./organisation/Secrets.ts"
import { ShopConnection, shopError } from "./presale/ShopConnection.ts"
import * as Database from "./sql/Database.ts"
import * as DatabaseClock from "./sql/DatabaseClock.ts"
import { ManagementConnection, ManagementError } from "./till/DeviceManagement.ts"
import * as Wristbank from "./Wristbank.ts"

/** The resources that the services need. */
export interface Foundation {
  readonly databaseUrl: Redacted.Redacted
  /** Encrypts stored secrets; at least 32 characters. */
  readonly secretKey: Redacted.Redacted
  /** Earlier keys that stored secrets may be encrypted with. */
  readonly previousSecretKeys?: ReadonlyArray<Redacted.Redacted>
  /** The time of the services; the default is the database's clock, and another must agree with that. */
  readonly clock?: Clock.Clock
}

/** The connections of the services to the outside. */
export interface Connections {
  readonly mail: Layer.Layer<MailTransport, never, Configuration>
  readonly ticketShops: Layer.Layer<ShopConnection, never, Configuration>
  readonly deviceManagement: Layer.Layer<ManagementConnection, never, Configuration>
}

/** All services on one database; they need the `Configuration`. */
export const servicesOf = (
  { clock, databaseUrl, previousSecretKeys, secretKey }: Foundation,
  { deviceManagement, mail, ticketShops }: Connections
) =>
  Wristbank.layer.pipe(
    Layer.provide([mail, ticketShops, deviceManagement]),
    Layer.provideMerge([
      Layer.provideMerge(
        clock === undefined ? DatabaseClock.layer : Layer.succeed(Clock.Clock, clock),
        Database.layer({ url: databaseUrl })
      ),
      Secrets.layerOf(secretKey, previousSecretKeys)
    ])
  )

/** Reaches no one: mail stays in the outbox, and ticket shops and device managements can't be read. */
const noConnections: Connections = {
  mail: Layer.succeed(MailTransport, {
    send: () => Effect.fail(new MailNotSent({ reason: "unreachable", answer: "" }))
  }),
  ticketShops: Layer.succeed(ShopConnection, { send: () => Effect.fail(shopError("unreachable")) }),
  deviceManagement: Layer.succeed(ManagementConnection, {
    post: () => Effect.fail(new ManagementError({ reason: "unreachable" }))
  })
}

/** What a program that embeds the system gives. */
export interface Embedding extends Foundation {
  /** Settings by their names, such as `{ testMode: true }`; the others have their defaults. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The default reaches no one. */
  readonly connections?: Partial<Connections>
}

/**
 * All services on one database, for a program that embeds the system. The database must be up to date: `Migrations.migrate`.
 * Fails with `ConfigurationError` for a setting that can't be read.
 *
 * ```ts
 * const wristbank = Embedded.layer({ databaseUrl, secretKey })
 * Effect.gen(function*() {
 *   const sales = yield* Sales.Sales
 * }).pipe(Effect.provide(wristbank))
 * ```
 */
export const layer = ({ connections, settings = {}, ...foundation }: Embedding) =>
  Layer.provideMerge(
    servicesOf(foundation, { ...noConnections, ...connections }),
    Configuration.layer({ flags: settings, environment: {} })
  )
