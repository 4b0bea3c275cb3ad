import { toHex } from "@wristbank/core/base/TagUid"
import { DemoTag } from "@wristbank/core/till/TerminalConfig"
import { Effect } from "effect"
import { earlyGuests } from "./DemoBookings.ts"
import { demoCards } from "./DemoCards.ts"
import { type SecretFile, startDevice } from "./DemoDevice.ts"
import { startDeviceManagement } from "./DemoDevices.ts"
import { canHoldDemo, festivalName } from "./DemoEvent.ts"
import { guests, people } from "./DemoPeople.ts"
import { startShop } from "./DemoShop.ts"

/**
 * The stand-ins of the demo festival for card provider, signing device, ticket shop and device management, which run until the
 * scope closes, and its tags for tills without a reader. The key of the signing device is kept in a secret file.
 */
export const standIns = (secretFile: SecretFile) =>
  Effect.all({
    cards: demoCards,
    device: startDevice(secretFile),
    deviceManagement: startDeviceManagement,
    shop: startShop,
    tags: demoTags
  })

/** `undefined` when there is none, because the database holds other events or a provider is configured. */
export type StandIns = Partial<Effect.Success<ReturnType<typeof standIns>>>

/** Guests without a ticket, whose tags are to be handed out. */
const newGuests = guests.slice(earlyGuests.length, earlyGuests.length + 4)

/** The tags that tills of the demo offer as buttons; null when the database holds other events. */
const demoTags = Effect.map(canHoldDemo, (holds) =>
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
