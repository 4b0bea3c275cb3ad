import { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"
import { created, done } from "./FestivalServer.ts"
import { type FestivalTill, login } from "./FestivalTill.ts"

/** Signs the cashier of a till in with a role of every privilege, or of the given ones. */
export const promote = Effect.fnUntraced(function*(
  till: FestivalTill,
  privileges: ReadonlyArray<Privilege> = Privilege.literals
) {
  const { office } = yield* Festival
  const roleId = yield* created(office("POST", "/user-roles", { name: randomUUID(), privileges }))
  const { cashier } = till
  done(yield* office("POST", "/user-to-roles", { user_id: cashier.id, role_ids: [cashier.roleId, roleId] }))
  yield* till.post("/user/logout")
  done(yield* till.post("/user/login", login({ ...cashier, roleId })))
})
