import { assert, it } from "@effect/vitest"
import { eventCaller } from "@wristbank/core/event/EventCaller"
import { Nodes } from "@wristbank/core/event/Nodes"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { parse, print } from "@wristbank/core/eventfile/EventFileText"
import { labelOf } from "@wristbank/core/eventfile/Section"
import { Access } from "@wristbank/core/organisation/Access"
import { NewNode, rootId } from "@wristbank/core/organisation/Node"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { administrator, installed, servicesLayer } from "../../support/administration.ts"
import { counted, tell } from "../../support/Torture.ts"
import { anyEvent } from "./AnyEvent.ts"

/** Events that are drawn; more of them find more defects. */
const events = Number(process.env.EVENT_FILES ?? 2)

/** The secret of a variable, in a form that each kind of secret may have. */
const secretOf = (variable: string) =>
  createHash("sha256").update(variable).digest("hex").slice(0, variable.startsWith("CHIP_") ? 14 : 32)

/** The administrator of an installation, above whose events there may be an organisation. */
const author = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: bigint }>`select id from usr where login = ${administrator.login}`
  const by = { userId: user!.id, by: "anna@laptop" }
  const root = yield* Access.use((access) =>
    access.at(by, rootId, { privileges: ["node_administration"], write: true })
  )
  const club = {
    name: "Harbour Club",
    description: "",
    forbidden_objects_at_node: [],
    forbidden_objects_in_subtree: []
  }
  yield* Nodes.use((nodes) => nodes.create(root, new NewNode(club)))
  return by
})

/** Makes the event of a file in a database without any; returns its export, and with which wristbands users sign in. */
const madeOf = Effect.fnUntraced(function*(text: string) {
  const sql = yield* SqlClient.SqlClient
  const files = yield* EventFiles
  const { contents } = Result.getOrThrow(parse("festival.yaml", text))
  const asked = { author: yield* author, contents, variables: {}, checkShop: () => Effect.void }
  const { missingVariables } = yield* files.plan(asked)
  const request = { ...asked, variables: Object.fromEntries(missingVariables.map((name) => [name, secretOf(name)])) }
  const { eventId, refused } = yield* files.apply(request, yield* files.plan(request))
  const refusals = refused.map(({ refusal, step: { after, before, section } }) =>
    `${labelOf(section, (after ?? before)!)}: ${refusal.message}`
  )
  assert.deepStrictEqual(refusals, [], text)
  const { steps } = yield* files.plan(request)
  assert.deepStrictEqual(steps.map(({ action, fields, key, section }) => [action, section.name, key, fields]), [], text)
  const asWho = { eventId: eventId!, login: administrator.login, by: "anna@laptop", write: false }
  const { caller } = yield* eventCaller(asWho, ["node_administration"])
  const wristbands = yield* sql`select login, pin, uid from usr join user_tag on user_tag.id = usr.user_tag_id
    where usr.event_id = ${eventId} order by login`
  return { text: print(yield* files.write(caller)), wristbands }
})

const onEmptyDatabase = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provide(work, Layer.provideMerge(installed, servicesLayer), { local: true })

it("the export of any event makes an equal one in an empty database", async () => {
  let sections = 0
  await fc.assert(
    fc.asyncProperty(anyEvent, async (event) => {
      const made = await Effect.runPromise(onEmptyDatabase(madeOf(print(event))))
      assert.deepStrictEqual(await Effect.runPromise(onEmptyDatabase(madeOf(made.text))), made)
      sections += Object.values(event).filter((entries) => entries?.length !== 0).length
    }),
    // A smaller event with the same fault would take minutes to find.
    { numRuns: events, endOnFailure: true }
  )
  assert.isAbove(sections, 10 * events)
  tell(`${counted(events, "event")} exported and made again in an empty database, all of them equal`)
}, 60_000 + 20_000 * events)
