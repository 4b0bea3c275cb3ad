import { Context, type DateTime, Effect, Layer } from "effect"
import { Access } from "../organisation/Access.ts"
import { rootPath } from "../organisation/Node.ts"
import { mayManage } from "../organisation/Place.ts"
import { RoleRepository } from "../organisation/RoleRepository.ts"
import { UserRepository } from "../organisation/UserRepository.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { copyOf } from "./EventCopy.ts"
import { type EventFileRequest, EventFiles } from "./EventFiles.ts"
import type { Author } from "./EventFileSteps.ts"

/** A new event with all that is set up in another one. */
export interface CopyRequest {
  readonly author: Author
  /** The event that is copied. */
  readonly eventId: bigint
  /** The node below which the copy is made. */
  readonly below: bigint
  readonly name: string
  /** When the copy begins and ends; see `CopyChanges`. */
  readonly start?: DateTime.Utc | undefined
  readonly end?: DateTime.Utc | undefined
}

/** Copies of events, by way of their files. */
export class EventCopies extends Context.Service<EventCopies>()("core/EventCopies", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const files = yield* EventFiles
    const roles = yield* RoleRepository
    const users = yield* UserRepository

    /** Who and which roles can be named in an event below a node. */
    const namedAbove = Effect.fnUntraced(function*(nodeId: bigint) {
      const nodePath = rootPath(yield* access.node(nodeId))
      const people = yield* users.list({ nodePath, privilege: null, wholeEvent: null })
      const known = yield* roles.list(nodePath)
      return {
        logins: new Set(people.map(({ login }) => login)),
        roles: new Set(known.map(({ name }) => name))
      }
    }, dieOnInfrastructure)

    /**
     * What the file of a copy asks for, and what has to be set anew afterwards. The author must administer the event; whether they may
     * make the copy is decided when it is planned.
     */
    const prepare = Effect.fn("EventCopies.prepare")(function*({ author, below, eventId, ...changes }: CopyRequest) {
      const caller = yield* access.atEvent({ userId: author.userId }, eventId, { privileges: mayManage })
      const { contents, setAnew } = copyOf(yield* files.write(caller), { ...changes, above: yield* namedAbove(below) })
      const request: EventFileRequest = {
        author,
        contents,
        target: { below },
        variables: {},
        // A copy's presale is switched off.
        checkShop: () => Effect.void
      }
      return { request, setAnew }
    })

    return { prepare }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventFiles.layer, RoleRepository.layer, UserRepository.layer])
  )
}
