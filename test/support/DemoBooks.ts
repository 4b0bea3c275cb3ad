import { Doctor } from "@wristbank/core/doctor/Doctor"
import * as Database from "@wristbank/core/sql/Database"
import { NewTicketVoucher } from "@wristbank/core/tag/TicketVoucher"
import { TicketVoucherRepository } from "@wristbank/core/tag/TicketVoucherRepository"
import { Effect, Layer, Redacted } from "effect"
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

/** A ticket that a guest of the demo bought in presale. */
export const presaleTicket = async (site: DemoSite, eventId: number, token: string): Promise<void> => {
  await TicketVoucherRepository.use((vouchers) =>
    vouchers.insert(BigInt(eventId), [
      new NewTicketVoucher({ token, external_reference: null, external_link: null, email: null })
    ])
  ).pipe(Effect.provide(Layer.provide(TicketVoucherRepository.layer, databaseOf(site))), Effect.runPromise)
}
