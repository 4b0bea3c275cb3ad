import { MailSender } from "@wristbank/core/mail/MailSender"
import { MailTransport } from "@wristbank/core/mail/MailTransport"
import { TestMails } from "@wristbank/core/mail/TestMails"
import { mailDestinations, presaleDestinations } from "@wristbank/core/network/DestinationRules"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as PresaleServices from "@wristbank/core/services/PresaleServices"
import * as Database from "@wristbank/core/sql/Database"
import * as Wristbank from "@wristbank/core/Wristbank"
import { Effect, Layer, type Redacted } from "effect"
import { databasePlace } from "./OutgoingConnection.ts"
import * as ShopHttp from "./ShopHttp.ts"

/** The resources that the services need. */
export type Foundation = {
  readonly databaseUrl: Redacted.Redacted
  /** Encrypts stored secrets. */
  readonly secretKey: Redacted.Redacted
  /** Earlier keys that stored secrets may be encrypted with. */
  readonly previousSecretKeys?: ReadonlyArray<Redacted.Redacted>
}

/** Loaded at the first mail: 20 MiB of code that many servers never need. */
const smtpTransport = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.effect(
    MailTransport,
    Effect.map(mailDestinations, (allowed) => {
      const rule = { ...allowed, database: databasePlace(databaseUrl) }
      return {
        send: (server, letter) =>
          Effect.flatMap(
            Effect.promise(() => import("./SmtpTransport.ts")),
            ({ send }) => send(server, letter, { rule })
          )
      }
    })
  )

const ticketShops = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.unwrap(
    Effect.map(presaleDestinations, (rule) => ShopHttp.layerOf({ ...rule, database: databasePlace(databaseUrl) }))
  )

/** All services of the system on one database; they need the `Configuration`. */
export const application = ({ databaseUrl, previousSecretKeys, secretKey }: Foundation) =>
  Layer.provideMerge(
    Layer.provideMerge(
      Layer.merge(
        Layer.provide(Layer.merge(MailSender.layer, TestMails.layer), smtpTransport(databaseUrl)),
        Layer.provide(PresaleServices.calling, ticketShops(databaseUrl))
      ),
      Wristbank.layer
    ),
    Layer.mergeAll(Database.layer({ url: databaseUrl }), Secrets.layerOf(secretKey, previousSecretKeys))
  )
