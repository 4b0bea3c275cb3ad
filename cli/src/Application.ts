import { MailSender } from "@wristbank/core/mail/MailSender"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as Database from "@wristbank/core/sql/Database"
import * as Wristbank from "@wristbank/core/Wristbank"
import { Layer, type Redacted } from "effect"
import * as SmtpTransport from "./SmtpTransport.ts"

/** What the services run on. */
export type Foundation = {
  readonly databaseUrl: Redacted.Redacted
  /** Encrypts stored secrets. */
  readonly secretKey: Redacted.Redacted
}

/** All services of the system on one database; they need the `Configuration`. */
export const application = ({ databaseUrl, secretKey }: Foundation) =>
  Layer.provideMerge(
    Layer.provideMerge(Layer.provide(MailSender.layer, SmtpTransport.layer()), Wristbank.layer),
    Layer.mergeAll(Database.layer({ url: databaseUrl }), Secrets.layerOf(secretKey))
  )
