import { EventRepository } from "@wristbank/core/event/EventRepository"
import { Access } from "@wristbank/core/organisation/Access"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { Layer } from "effect"
import { databaseLayer } from "../postgres/DatabaseServer.ts"

/**
 * What every command in the name of a user needs, on the database of the command: events, users and their rights. Each
 * command loads its own services, as loading all of them takes seconds.
 */
export const commandLayer = Layer.mergeAll(
  Access.layer,
  EventRepository.layer,
  NodeRepository.layer,
  UserRepository.layer
).pipe(
  Layer.provideMerge(databaseLayer)
)
