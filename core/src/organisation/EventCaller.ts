import { Effect } from "effect"
import { NotFound } from "../primitives/Refusal.ts"
import { Access } from "./Access.ts"
import type { AtEvent } from "./Caller.ts"
import { EventRepository } from "./EventRepository.ts"
import type { EventSettings } from "./EventSettings.ts"
import { rootPath } from "./Node.ts"
import type { Privilege } from "./Privilege.ts"
import { UserRepository } from "./UserRepository.ts"

/** The user and the event that a program on the server works for; nobody asks for the user's password. */
export interface EventRequest {
  readonly eventId: bigint
  readonly login: string
  /** The system account that runs the program, as user@host, for the audit log. */
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
    const people = yield* UserRepository.use((users) =>
      Effect.orDie(users.list({ nodePath, privilege: null, wholeEvent: null }))
    )
    const person = people.find((user) => user.login === login.normalize("NFC").trim())
    if (person === undefined) return yield* new NotFound({ element_type: "user", element_id: login })
    const caller = yield* access.atEvent({ userId: person.id }, eventId, { privileges, write })
    return { caller: { ...caller, by }, settings } satisfies EventCaller
  }
)
