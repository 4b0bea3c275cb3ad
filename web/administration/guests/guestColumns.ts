import { grouped } from "../../kit/IbanGroups.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import type { GuestTexts } from "./english.ts"

type Guest = OfficeAnswer<"GET /customers">[number]

/** The columns by which the server sorts guests. */
export const guestSortKeys = ["last_posting", "name", "balance", "vouchers", "account_name", "email"] as const

/** Who blocked the payout of a guest, and since when. */
export const blockColumns = (say: GuestTexts): ReadonlyArray<Column<Guest>> => [
  {
    key: "blocked_by",
    title: say.blockedBy,
    of: ({ payout_blocked_by, payout_blocked_since }) =>
      payout_blocked_by ?? (payout_blocked_since ? say.blockedByNobody : null)
  },
  {
    key: "blocked_since",
    title: say.blockedSince,
    kind: "moment",
    of: ({ payout_blocked_since }) => payout_blocked_since
  }
]

/** Identifies a guest, for lists and for the page of one. */
export const guestColumns = (say: GuestTexts): ReadonlyArray<Column<Guest>> => [
  { key: "pin", title: say.pin, of: ({ id, user_tag_pin }) => user_tag_pin ?? `#${id}` },
  { key: "name", title: say.name, of: ({ name }) => name },
  { key: "balance", title: say.balance, kind: "amount", of: ({ balance }) => balance },
  {
    key: "last_posting",
    title: say.lastActive,
    kind: "moment",
    of: ({ last_active_at }) => last_active_at,
    isMinor: true
  },
  { key: "vouchers", title: say.vouchers, kind: "count", of: ({ vouchers }) => vouchers || null, isMinor: true },
  { key: "chip", title: say.chip, of: ({ user_tag_uid_hex }) => user_tag_uid_hex, isMinor: true },
  { key: "email", title: say.email, of: ({ email }) => email, isMinor: true },
  { key: "account_name", title: say.holder, of: ({ account_name }) => account_name, isMinor: true },
  { key: "iban", title: say.iban, of: ({ iban }) => iban && grouped(iban), isMinor: true },
  { key: "comment", title: say.comment, of: ({ comment }) => comment, isMinor: true }
]
