import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { mountApi } from "@wristbank/http/server/ApiServer"
import { CustomerHandlers } from "@wristbank/http/server/customer/CustomerHandlers"
import { Context, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "./Festival.ts"
import { type Body, caller, done } from "./FestivalServer.ts"
import { served } from "./ServedApi.ts"

/** The payout data of a guest with a bank account. */
export const bankData = {
  iban: "DE89 3704 0044 0532 0130 00",
  account_name: "Der Tester",
  email: "test@testermensch.de",
  donation: 0
}

/** The portal of the festival; payouts and mail are switched on. */
export class FestivalPortal extends Context.Service<FestivalPortal>()("test/FestivalPortal", {
  make: Effect.gen(function*() {
    const { askForSettings, configure, event } = yield* Festival
    const address = yield* served(mountApi(CustomerApi, CustomerHandlers, ""))
    const on = {
      sepa_enabled: true,
      email_enabled: true,
      email_default_sender: "festival@example.org",
      email_smtp_host: "127.0.0.1",
      email_smtp_port: 25
    }
    yield* configure(on)

    /** Calls with the session of the guest who has this PIN, at the festival or another event, and with further headers. */
    const signIn = Effect.fnUntraced(function*(
      { pin }: { readonly pin: string },
      node_id = event,
      headers: Readonly<Record<string, string>> = {}
    ) {
      const { body } = done(yield* caller(address, null)("POST", "/auth/login", { pin, node_id }))
      return caller(address, String(body.access_token), headers)
    })

    return {
      address,
      askForSettings: (changed: Body) => askForSettings({ ...on, ...changed }),
      configure: (changed: Body) => configure({ ...on, ...changed }),
      signIn
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provideMerge(Festival.layer),
    Layer.provide(Logger.layer([]))
  )
}

/** Unsent mail to an address, oldest first: its template and content. */
export const mailTo = (address: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql<
      { template: string; subject: string; body: string }
    >`select template, subject, body from mail where recipient = ${address} order by id`
  )
