import { makeToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Guest } from "../../support/Festival.ts"
import { Festival } from "../../support/Festival.ts"
import type { Caller } from "./Caller.ts"

/** The guest that calls are made for, another guest, ended tokens, an invented token, and none. */
export const guestCallers = Effect.fnUntraced(function*(guest: Guest, other: Guest) {
  const sql = yield* SqlClient.SqlClient
  const { event } = yield* Festival
  const session = Effect.fnUntraced(function*(of: Guest, days: number, idleDays = 0) {
    const { hash, token } = yield* makeToken
    const insert = sql`
      insert into customer_session (token_hash, event_id, account_id, user_tag_id, expires_at, last_seen_at)
      select ${hash}::bytea, event_id, id, user_tag_id, now() + make_interval(days => ${days}),
        now() - make_interval(days => ${idleDays})
      from account where event_id = ${event} and id = ${of.accountId}
      on conflict (token_hash) do nothing`
    yield* insert
    // A blocked wristband is the guest's again.
    const restore = Effect.andThen(
      sql`update account set user_tag_id = customer.blocked_tag_id from customer
        where account.event_id = ${event} and account.id = ${of.accountId} and account.user_tag_id is null
          and customer.event_id = account.event_id and customer.account_id = account.id`,
      insert
    )
    return { hash, secret: token, restore: Effect.orDie(Effect.asVoid(restore)) }
  })
  const own = yield* session(guest, 30)
  const others = yield* session(other, 30)
  const expired = yield* session(guest, -1)
  const unused = yield* session(guest, 30, 29)
  const ended = yield* session(guest, 30)
  yield* sql`delete from customer_session where token_hash = ${ended.hash}`
  const rights = { api: "customer" } as const
  const nobody = { rights: { api: "none" }, restore: Effect.void, foreign: false } as const
  const callers: ReadonlyArray<Caller> = [
    { name: "the guest", rights, token: "valid", foreign: false, ...own },
    { name: "another guest", rights, token: "valid", foreign: true, ...others },
    { name: "the guest, expired", rights, token: "expired", foreign: false, ...expired, restore: Effect.void },
    { name: "the guest, long not seen", rights, token: "idle", foreign: false, ...unused, restore: Effect.void },
    { name: "the guest, signed out", rights, token: "revoked", foreign: false, ...ended, restore: Effect.void },
    { name: "a token that never was", token: "none", secret: (yield* makeToken).token, ...nobody },
    { name: "a token that is none", token: "none", secret: "x", ...nobody },
    { name: "no token", token: "none", secret: null, ...nobody }
  ]
  return callers
})
