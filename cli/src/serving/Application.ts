import { mailDestinations, managementDestinations, presaleDestinations } from "@wristbank/core/base/DestinationRules"
import { type Foundation, servicesOf } from "@wristbank/core/Embedded"
import { MailTransport } from "@wristbank/core/mail/MailTransport"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { StoredSecrets } from "@wristbank/core/organisation/StoredSecrets"
import { Effect, Layer } from "effect"
import * as ManagementHttp from "../outgoing/ManagementHttp.ts"
import { databasePlace } from "../outgoing/OutgoingConnection.ts"
import * as ShopHttp from "../outgoing/ShopHttp.ts"

/** Loaded at the first mail: 20 MiB of code that many servers never need. */
const smtpTransport = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.effect(
    MailTransport,
    Effect.map(mailDestinations, (allowed) => {
      const rule = { ...allowed, database: databasePlace(databaseUrl) }
      return {
        send: (server, letter) =>
          Effect.flatMap(
            Effect.promise(() => import("../outgoing/SmtpTransport.ts")),
            ({ send }) => send(server, letter, { rule })
          )
      }
    })
  )

const ticketShops = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.unwrap(
    Effect.map(presaleDestinations, (rule) => ShopHttp.layerOf({ ...rule, database: databasePlace(databaseUrl) }))
  )

const deviceManagement = (databaseUrl: Foundation["databaseUrl"]) =>
  Layer.unwrap(
    Effect.map(
      managementDestinations,
      (rule) => ManagementHttp.layerOf({ ...rule, database: databasePlace(databaseUrl) })
    )
  )

/** Fails when stored secrets need another key than the configured ones. */
export const checkKeys = Effect.flatMap(StoredSecrets, ({ check }) => Effect.flatMap(Secrets, check))

/** All services of the system on one database; they need the `Configuration`. */
export const application = (foundation: Foundation) =>
  servicesOf(foundation, {
    mail: smtpTransport(foundation.databaseUrl),
    ticketShops: ticketShops(foundation.databaseUrl),
    deviceManagement: deviceManagement(foundation.databaseUrl)
  })
