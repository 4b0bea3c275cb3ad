import * as Money from "@wristbank/core/base/Money"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { RoleAssignments } from "@wristbank/core/organisation/RoleAssignments"
import { Roles } from "@wristbank/core/organisation/Roles"
import { Users } from "@wristbank/core/organisation/Users"
import { Terminals } from "@wristbank/core/till/Terminals"
import { AccountRepository } from "@wristbank/core/wristband/AccountRepository"
import type { DemoGuide } from "@wristbank/http/server/landing/DemoGuide"
import { Effect } from "effect"
import { earlyGuests } from "./DemoBookings.ts"
import { festivalName } from "./DemoEvent.ts"

/** The shown tags among those in use. */
const shownGuests = [...earlyGuests.slice(0, 3), ...earlyGuests.slice(-2)]

/** What someone needs to try the festival, as it is now. */
export const demoGuide = Effect.fnUntraced(function*(caller: AtEvent) {
  const guide: DemoGuide = {
    event: festivalName,
    eventId: caller.eventId,
    people: yield* people(caller),
    guests: yield* guests(caller.eventId),
    terminals: (yield* (yield* Terminals).list(placeOf(caller))).flatMap(({ name, registration_uuid: code }) =>
      code === null ? [] : [{ name, code }]
    )
  }
  return guide
})

const people = Effect.fnUntraced(function*(caller: AtEvent) {
  const names = new Map((yield* (yield* Roles).list(caller)).map((role) => [role.id, role.name]))
  const assigned = yield* (yield* RoleAssignments).list(caller, false)
  return (yield* (yield* Users).list(caller, null)).flatMap(
    ({ description, display_name, id, login, node_id, user_tag_uid }) => {
      if (user_tag_uid === null || node_id !== caller.eventId) return []
      const roles = assigned.filter(({ user_id }) => user_id === id).flatMap(({ role_ids }) => role_ids)
      const role = roles.map((one) => names.get(one) ?? "").join(", ")
      return [{ name: display_name, login, role, works: description ?? "", tag: user_tag_uid }]
    }
  )
})

const guests = Effect.fnUntraced(function*(eventId: bigint) {
  const accounts = yield* AccountRepository
  const found = yield* Effect.forEach(
    shownGuests,
    ({ pin, uid }) =>
      Effect.map(Effect.orDie(accounts.byUid(eventId, uid)), (account) => {
        if (account === undefined) return []
        const { balance, restriction, vouchers } = account
        return [{ tag: uid, pin, balance: Money.format(balance), vouchers, restriction }]
      })
  )
  return found.flat()
})
