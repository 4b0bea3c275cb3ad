import { toHex } from "@wristbank/core/base/TagUid"
import { DemoTag } from "@wristbank/core/till/TerminalConfig"
import { Effect } from "effect"
import { earlyGuests } from "./DemoBookings.ts"
import { canHoldDemo, festivalName } from "./DemoEvent.ts"
import { guests, people } from "./DemoPeople.ts"

/** Guests without a ticket, whose tags are to be handed out. */
const newGuests = guests.slice(earlyGuests.length, earlyGuests.length + 4)

/** The tags that tills of the demo offer as buttons; null when the database holds other events. */
export const demoTags = Effect.map(canHoldDemo, (holds) =>
  holds
    ? {
      eventName: festivalName,
      tags: [
        ...people.map(({ name, role, uid }) =>
          new DemoTag({ uid_hex: toHex(uid), name, description: role, holder: "staff" })
        ),
        ...[...earlyGuests, ...newGuests].map(({ pin, restriction, uid }) =>
          new DemoTag({ uid_hex: toHex(uid), name: pin, description: restriction ?? "", holder: "guest" })
        )
      ]
    }
    : null)
