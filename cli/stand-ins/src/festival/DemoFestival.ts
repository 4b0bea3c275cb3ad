import { InvalidArgument } from "@wristbank/core/base/Refusal"
import { CardTokens } from "@wristbank/core/card/CardTokens"
import { Nodes } from "@wristbank/core/event/Nodes"
import type { NodeTree } from "@wristbank/core/event/NodeTree"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { Access, type SignedInUser } from "@wristbank/core/organisation/Access"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { NewNode, rootId } from "@wristbank/core/organisation/Node"
import { organisationRules } from "@wristbank/core/organisation/OrganisationRules"
import { UserRepository } from "@wristbank/core/organisation/UserRepository"
import { dieOnInfrastructure } from "@wristbank/core/sql/Infrastructure"
import { DateTime, Effect, Redacted } from "effect"
import { makeBookings } from "./DemoBookings.ts"
import { connectDevice } from "./DemoDevice.ts"
import { connectDeviceManagement } from "./DemoDevices.ts"
import { festivalName, finished, unfinished } from "./DemoEvent.ts"
import { demoFileFrom, demoSecrets } from "./DemoFile.ts"
import { HappyHour, planHappyHour } from "./DemoHappyHour.ts"
import { makeGuestTags, peopleSecrets, withoutWarnings } from "./DemoPeople.ts"
import { connectShop } from "./DemoShop.ts"
import type { StandIns } from "./StandIns.ts"

const administering = { privileges: ["node_administration"], write: true } as const

/**
 * Makes the demo festival in a system without events, and completes one whose making was interrupted. The device, if any,
 * signs its orders; from the shop it imports presale tickets. Returns the administrator's node in it; `undefined` when there are
 * other events.
 */
export const prepareDemo = Effect.fnUntraced(function*(
  { device, deviceManagement, shop }: Pick<StandIns, "device" | "deviceManagement" | "shop">
) {
  const administrator = yield* findAdministrator
  const access = yield* Access
  const events = eventsBelow(yield* (yield* Nodes).tree(rootId))
  const demo = events.find(({ name }) => name === festivalName)
  if (demo === undefined && events.length > 0) return undefined
  const eventId = demo?.id ?? (yield* makeFestival(administrator))
  const caller = yield* access.atEvent(administrator, eventId, administering)
  // Connected before the first bookings, so that these are signed as well.
  if (device !== undefined) yield* connectDevice(caller, device)
  if (shop !== undefined) yield* connectShop(caller, shop)
  if (demo === undefined || demo.description === unfinished) yield* complete(caller)
  if (deviceManagement !== undefined) yield* connectDeviceManagement(caller, deviceManagement)
  // Someone may have changed what it names: the demo starts without it then.
  if (yield* HappyHour) yield* Effect.ignore(planHappyHour(caller, yield* DateTime.now))
  return yield* atDemo(eventId)
})

/** The administrator's node in the demo festival. */
export const atDemo = Effect.fnUntraced(function*(eventId: bigint) {
  const administrator = yield* findAdministrator
  return yield* (yield* Access).atEvent(administrator, eventId, { privileges: [] })
})

/** Makes all that the festival's file describes, in one transaction. */
const makeFestival = Effect.fnUntraced(function*({ userId }: SignedInUser) {
  const files = yield* EventFiles
  const request = {
    author: { userId },
    contents: demoFileFrom(yield* DateTime.now),
    variables: { ...demoSecrets(), ...peopleSecrets },
    // The shop is connected later, when its stand-in has an address.
    checkShop: () => Effect.void
  }
  const { eventId, refused } = yield* withoutWarnings(files.apply(request, yield* files.plan(request)))
  return eventId === null || refused.length > 0 ? yield* Effect.die(refused) : eventId
})

/**
 * Makes what is no part of a festival's file. Bookings are committed one by one, and existing ones are left as they are. The
 * description changes at the end.
 */
const complete = Effect.fnUntraced(function*(caller: AtEvent) {
  yield* (yield* CardTokens).connect(caller, Redacted.make("demo"))
  yield* dieOnInfrastructure(makeGuestTags(caller))
  yield* makeBookings(caller)
  yield* (yield* Nodes).update(
    caller,
    new NewNode({
      name: festivalName,
      description: finished,
      forbidden_objects_at_node: [],
      forbidden_objects_in_subtree: []
    })
  )
})

const findAdministrator = Effect.gen(function*() {
  const users = yield* UserRepository
  const [user] = yield* Effect.orDie(
    users.list({ nodePath: [rootId], privilege: "node_administration", wholeEvent: null })
  )
  if (user === undefined) {
    return yield* InvalidArgument.of(organisationRules.root_without_administrator)
  }
  return { userId: user.id } satisfies SignedInUser
})

const eventsBelow = (tree: NodeTree): ReadonlyArray<NodeTree> => {
  const nodes = [tree]
  for (const node of nodes) if (node.event === null) nodes.push(...node.children)
  return nodes.filter((node) => node.event !== null)
}
