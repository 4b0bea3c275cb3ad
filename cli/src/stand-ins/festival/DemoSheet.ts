import type { CardStandIn } from "@wristbank/core/card/CardStandIn"
import { Terminals } from "@wristbank/core/cash/Terminals"
import * as Money from "@wristbank/core/ledger/Money"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { RoleAssignments } from "@wristbank/core/organisation/RoleAssignments"
import { Roles } from "@wristbank/core/organisation/Roles"
import { Users } from "@wristbank/core/organisation/Users"
import { AccountRepository } from "@wristbank/core/tag/AccountRepository"
import { Effect } from "effect"
import { earlyGuests } from "./DemoBookings.ts"
import type { DemoDevice } from "./DemoDevice.ts"
import { festivalName } from "./DemoEvent.ts"
import { financier, guests, loginOf } from "./DemoPeople.ts"

/** The shown tags among those in use. */
const shownGuests = [...earlyGuests.slice(0, 3), ...earlyGuests.slice(-2)]

/** The stand-ins of the festival; `undefined` for those that do not run. */
export interface StandIns {
  readonly cards?: CardStandIn | undefined
  readonly device?: DemoDevice | undefined
}

/** Everything that is needed to try the festival: tags by chip number, and unused registration codes. */
export const demoSheet = Effect.fnUntraced(function*(caller: AtEvent, { cards, device }: StandIns) {
  const codes = yield* codeLines(caller)
  return [
    `${festivalName}, event ${caller.eventId}`,
    "  people, by tag, with their login for commands",
    ...(yield* peopleLines(caller)),
    "    the roles cashier and entry can sign in at a terminal once a shift lead or finance is signed in there",
    "  guests, by tag",
    ...(yield* guestLines(caller.eventId)),
    `    PINs ${guests[earlyGuests.length]?.pin} to ${guests.at(-1)?.pin} are new tags: any free chip number will do`,
    ...(cards === undefined
      ? []
      : [
        "  a guest pays by card what a card reader tells the stand-in for SumUp",
        cardLine(cards.url),
        "  a guest who signs in at the portal with the PIN tops up with POST /sumup/create-checkout and pays here",
        `    ${cards.url.href}pay/<checkout_id>`
      ]),
    ...(device === undefined
      ? []
      : [
        "  orders are signed by a simulated TSE, which proves nothing to a tax office",
        `    ${device.url}  password 12345  serial ${device.serial}`
      ]),
    "  what guests want back on their bank accounts, in the name of somebody who may pay out",
    `    npx wristbank payout pending --event ${caller.eventId} --as ${loginOf(financier)}`,
    "  a new registration code for a terminal whose code was used",
    `    npx wristbank terminal code "Bar 1" --event ${caller.eventId} --as ${loginOf(financier)}`,
    ...(codes.length === 0 ? [] : ["  registration codes of terminals", ...codes])
  ]
})

const cardLine = ({ href }: URL) =>
  `    curl ${href}payments -d '{"foreign_transaction_id":"<uuid of the order>","amount":20}'`

const peopleLines = Effect.fnUntraced(function*(caller: AtEvent) {
  const names = new Map((yield* (yield* Roles).list(caller)).map((role) => [role.id, role.name]))
  const assigned = yield* (yield* RoleAssignments).list(caller)
  return (yield* (yield* Users).list(caller, null)).flatMap((user) => {
    if (user.user_tag_uid === null || user.node_id !== caller.eventId) return []
    const roles = assigned.filter(({ user_id }) => user_id === user.id).flatMap(({ role_ids }) => role_ids)
    const held = roles.map((id) => names.get(id) ?? "").join(", ")
    const [name, login, role] = [user.display_name.padEnd(7), user.login.padEnd(7), held.padEnd(11)]
    return [`    ${user.user_tag_uid}  ${name} ${login} ${role} ${user.description ?? ""}`]
  })
})

const guestLines = Effect.fnUntraced(function*(eventId: bigint) {
  const accounts = yield* AccountRepository
  const lines = yield* Effect.forEach(
    shownGuests,
    ({ pin, uid }) =>
      Effect.map(accounts.byUid(eventId, uid), (account) => {
        if (account === undefined) return []
        const { balance, restriction, vouchers } = account
        const more = `${vouchers === 0 ? "" : `, ${vouchers} vouchers`}${
          restriction?.replace("_", " ").padStart(10) ?? ""
        }`
        return [`    ${uid}  PIN ${pin}  ${Money.format(balance).padStart(6)} EUR${more}`]
      })
  )
  return lines.flat()
})

const codeLines = Effect.fnUntraced(function*(caller: AtEvent) {
  const terminals = yield* (yield* Terminals).list(placeOf(caller))
  return terminals.flatMap(({ name, registration_uuid: code }) =>
    code === null ? [] : [`    ${name.padEnd(10)}  ${code}`]
  )
})
