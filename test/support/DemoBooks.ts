import { Doctor } from "@wristbank/core/doctor/Doctor"
import * as Database from "@wristbank/core/sql/Database"
import { NewTicketVoucher } from "@wristbank/core/tag/TicketVoucher"
import { TicketVoucherRepository } from "@wristbank/core/tag/TicketVoucherRepository"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { DemoSite } from "./DemoSite.ts"

const databaseOf = ({ settings }: Pick<DemoSite, "settings">) =>
  Database.layer({ url: Redacted.make(settings["databaseUrl"]!) })

/** Every fault of the books of a demo. */
export const faultsOf = (site: Pick<DemoSite, "settings">): Promise<ReadonlyArray<unknown>> =>
  Doctor.use((doctor) => doctor.diagnose(20)).pipe(
    Effect.map(({ examinations }) => examinations.flatMap(({ findings }) => findings)),
    Effect.provide(Layer.provide(Doctor.layer, databaseOf(site))),
    Effect.runPromise
  )

/** A ticket that a guest of the demo bought in presale; returns the portal token of the link that the guest gets. */
export const presaleTicket = (site: DemoSite, eventId: number, token: string): Promise<string> =>
  Effect.gen(function*() {
    const vouchers = yield* TicketVoucherRepository
    const sql = yield* SqlClient.SqlClient
    yield* vouchers.insert(BigInt(eventId), [
      new NewTicketVoucher({ token, external_reference: null, external_link: null, email: null })
    ])
    const [stored] = yield* sql<{ readonly portal_token: string }>`
      select portal_token from ticket_voucher where event_id = ${eventId} and token = ${token}`
    return stored!.portal_token
  }).pipe(Effect.provide(Layer.provideMerge(TicketVoucherRepository.layer, databaseOf(site))), Effect.runPromise)
