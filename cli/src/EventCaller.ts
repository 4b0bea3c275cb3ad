import { Access } from "@wristbank/core/organisation/Access"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { EventRepository } from "@wristbank/core/organisation/EventRepository"
import type { EventSettings } from "@wristbank/core/organisation/EventSettings"
import { rootPath } from "@wristbank/core/organisation/Node"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { NotFound } from "@wristbank/core/primitives/Refusal"
import { Effect } from "effect"

/** The user and the event that a command works for. */
export interface EventRequest {
  readonly eventId: bigint
  readonly login: string
  /** The system account that runs the command, as user@host. */
  readonly by: string
  /** Refuses an archived event. */
  readonly write: boolean
}

/** The caller that services take, and the settings of the event. */
export interface EventCaller {
  readonly caller: AtEvent
  readonly settings: EventSettings
}

/** The user with the login, who must have one of the privileges at the event, and the event's settings. */
export const eventCaller = Effect.fnUntraced(
  function*({ by, eventId, login, write }: EventRequest, privileges: ReadonlyArray<Privilege>) {
    const access = yield* Access
    const settings = yield* EventRepository.use((events) => events.settings(eventId))
    const nodePath = rootPath(yield* access.node(eventId))
    const people = yield* UserRepository.use((users) => Effect.orDie(users.list({ nodePath, privilege: null })))
    const person = people.find((user) => user.login === login.normalize("NFC").trim())
    if (person === undefined) return yield* new NotFound({ element_type: "user", element_id: login })
    const caller = yield* access.atEvent({ userId: person.id }, eventId, { privileges, write })
    return { caller: { ...caller, by }, settings } satisfies EventCaller
  }
)
