import { Effect } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { type Node, type ObjectType, rootPath } from "../organisation/Node.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { UserRepository } from "../organisation/UserRepository.ts"
import { EventRepository } from "./EventRepository.ts"
import type { EventSettings } from "./EventSettings.ts"

/** The user that a program on the server works for; no one asks for the user's password. */
interface Request {
  readonly login: string
  /** The system account that runs the program, as user@host, for the audit log. */
  readonly by: string
  /** Refuses an archived node. */
  readonly write: boolean
}

/** The user and the event that a program works for. */
export interface EventRequest extends Request {
  readonly eventId: bigint
}

/** The user and the node that a program works for. */
export interface NodeRequest extends Request {
  readonly nodeId: bigint
  /** The type of object that the node must allow. */
  readonly objectType?: ObjectType
}

/** The caller that services take, and the settings of the event. */
export interface EventCaller {
  readonly caller: AtEvent
  readonly settings: EventSettings
}

/** The user of a node, or of one above it, with the login. */
export const userAt = Effect.fnUntraced(function*(node: Node, login: string) {
  const people = yield* UserRepository.use((users) =>
    Effect.orDie(users.list({ nodePath: rootPath(node), privilege: null, wholeEvent: null }))
  )
  const person = people.find((user) => user.login === login.normalize("NFC").trim())
  return person ?? (yield* new NotFound({ element_type: "user", element_id: login }))
})

/** The user with the login, who must have one of the privileges at the node. */
export const nodeCaller = Effect.fnUntraced(
  function*({ by, login, nodeId, objectType, write }: NodeRequest, privileges: ReadonlyArray<Privilege>) {
    const access = yield* Access
    const { id: userId } = yield* userAt(yield* access.node(nodeId), login)
    const type = objectType === undefined ? {} : { objectType }
    const caller = yield* access.at({ userId }, nodeId, { privileges, write, ...type })
    return { ...caller, by } satisfies Caller
  }
)

/** As `nodeCaller`, for what is only possible inside an event. */
export const callerInEvent = Effect.fnUntraced(
  function*({ by, login, nodeId, write }: Omit<NodeRequest, "objectType">, privileges: ReadonlyArray<Privilege>) {
    const access = yield* Access
    const { id: userId } = yield* userAt(yield* access.node(nodeId), login)
    const caller = yield* access.atEvent({ userId }, nodeId, { privileges, write })
    return { ...caller, by } satisfies AtEvent
  }
)

/** The user with the login, who must have one of the privileges at the event, and the event's settings. */
export const eventCaller = Effect.fnUntraced(
  function*({ eventId, ...request }: EventRequest, privileges: ReadonlyArray<Privilege>) {
    const settings = yield* EventRepository.use((events) => events.settings(eventId))
    const caller = yield* callerInEvent({ ...request, nodeId: eventId }, privileges)
    return { caller, settings } satisfies EventCaller
  }
)
