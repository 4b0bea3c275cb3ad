import { originators } from "../organisation/AuditLog.ts"
import type { Actor } from "../organisation/Caller.ts"

/** Who makes a guest's change. Guests are not users, so the audit entry has no user and its content names the account. */
export const guestOf = (eventId: bigint): Actor => ({
  userId: null,
  terminalId: null,
  by: originators.guest,
  node: { id: eventId },
  eventId,
  requirement: { write: true, objectType: null }
})
