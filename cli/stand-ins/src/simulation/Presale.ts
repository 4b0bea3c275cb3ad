import { Access } from "@wristbank/core/organisation/Access"
import { PresaleFiles } from "@wristbank/core/presale/PresaleFiles"
import { usualFormat } from "@wristbank/core/presale/TicketFile"
import { Effect } from "effect"
import { type FestivalSize, presaleCredit, ticketCode } from "./Premises.ts"
import { SiteFault } from "./SiteClient.ts"

/** Tickets in one order of the shop. */
const ticketsPerOrder = 4

/** The list of tickets as a shop gives it. */
const ticketFile = ({ guests }: FestivalSize): string =>
  Array.from({ length: guests }, (_, guest) => ({ guest, credit: presaleCredit(guest) }))
    .filter(({ credit }) => credit !== null)
    .map(({ credit, guest }, at) =>
      [
        `ORDER-${Math.floor(at / ticketsPerOrder) + 1}`,
        ticketCode(guest),
        `Guest ${guest + 1}`,
        `${(credit ?? 0n) / 100n}.00`
      ].join(",")
    )
    .toSpliced(0, 0, "order,code,name,credit")
    .join("\n")

/** Imports the tickets that guests bought in the shop, as an operator does with the list of a shop. */
export const importTickets = Effect.fnUntraced(function*(size: FestivalSize, eventId: number) {
  const files = yield* PresaleFiles
  const caller = yield* (yield* Access).atEvent({ userId: 1n }, BigInt(eventId), {
    privileges: ["node_administration"],
    write: true
  })
  const file = { name: "tickets.csv", bytes: new TextEncoder().encode(ticketFile(size)) }
  const { problems: [problem] } = yield* files.run(caller, file, { dryRun: false, format: usualFormat })
  if (problem !== undefined) return yield* new SiteFault({ message: `Line ${problem.line}: ${problem.message}` })
})
