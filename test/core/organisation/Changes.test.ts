import { assert, layer } from "@effect/vitest"
import { InvalidArgument } from "@wristbank/core/base/Refusal"
import { refusalName } from "@wristbank/core/base/Rule"
import { Events } from "@wristbank/core/event/Events"
import { NewEvent } from "@wristbank/core/event/EventSettings"
import { Access } from "@wristbank/core/organisation/Access"
import type { Caller } from "@wristbank/core/organisation/Caller"
import { type Change, Changes } from "@wristbank/core/organisation/Changes"
import { Installation } from "@wristbank/core/organisation/Installation"
import { organisationRules } from "@wristbank/core/organisation/OrganisationRules"
import { Precondition, StaleVersion } from "@wristbank/core/organisation/Precondition"
import { Deferred, Effect, Exit, Fiber, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { lockWaits } from "../../support/lockWaits.ts"

const newEvent = (name: string) =>
  Effect.orDie(Schema.decodeUnknownEffect(Schema.toCodecJson(NewEvent))({ ...eventSettings, name, description: "" }))

const write = { privileges: ["node_administration"], write: true } as const

/** The administrator at the root and at a new event. */
const callers = Effect.fnUntraced(function*(name: string) {
  const access = yield* Access
  const sql = yield* SqlClient.SqlClient
  yield* Installation.use((installation) =>
    installation.install({ login: "admin", password: Redacted.make("long enough password") })
  )
  const [user] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
  const signedIn = { userId: user!.id }
  const atRoot = yield* access.at(signedIn, 0n, write)
  const { id } = yield* Events.use((events) => Effect.flatMap(newEvent(name), (input) => events.create(atRoot, input)))
  const version = Effect.map(
    sql<{ version: bigint }>`select version from event where event_id = ${id}`,
    ([event]) => event!.version
  )
  return { atRoot, atEvent: yield* access.atEvent(signedIn, id, write), version, sql, changes: yield* Changes }
})

const audited = (content: unknown) => ({ logType: "node_updated" as const, content })

layer(servicesLayer, { excludeTestServices: true })("configuration changes", (it) => {
  it.effect("raise the version of their event, and above events of all below", () =>
    Effect.gen(function*() {
      const { atEvent, atRoot, changes, version } = yield* callers("Versions")
      const before = yield* version
      yield* changes.run(atEvent, audited, Effect.succeed("here"))
      assert.strictEqual(yield* version, before + 1n)
      yield* changes.run(atRoot, audited, Effect.succeed("above"))
      assert.strictEqual(yield* version, before + 2n)
    }))

  it.effect("leave nothing behind when they are refused", () =>
    Effect.gen(function*() {
      const { atEvent, changes, sql, version } = yield* callers("Refused")
      const before = yield* version
      const count = Effect.map(sql<{ n: bigint }>`select count(*) as n from audit_log`, ([row]) => row!.n)
      const entries = yield* count
      const refused = yield* Effect.flip(changes.run(
        atEvent,
        audited,
        Effect.andThen(
          sql`update node set description = 'changed' where id = ${atEvent.eventId}`,
          Effect.fail(InvalidArgument.of(organisationRules.own_user))
        )
      ))
      assert.strictEqual(refusalName(refused), "organisation.own_user")
      const nodes = yield* sql`select 1 from node where description = 'changed'`
      assert.deepStrictEqual([yield* version, yield* count, nodes.length], [before, entries, 0])
    }))

  it.effect("are refused when the node has changed since their caller was let in", () =>
    Effect.gen(function*() {
      const { atEvent, changes, sql } = yield* callers("Changing")
      const access = yield* Access
      const { eventId: id, node } = atEvent
      const products = yield* access.at(atEvent, id!, { ...write, objectType: "product" })
      const change = Effect.flip(changes.run(products, audited, Effect.die("too late")))
      yield* sql`update node set forbidden_objects_at_node = '{product}' where id = ${id}`
      assert.strictEqual((yield* change)._tag, "ResourceNotAllowed")
      yield* changes.run(atEvent, audited, Effect.void)
      yield* sql`update node set read_only = true where id = ${id}`
      assert.strictEqual((yield* change)._tag, "NodeIsReadOnly")
      yield* sql`update node set deleted = true where id = ${id}`
      assert.strictEqual((yield* change)._tag, "NotFound")
      // Signing out sets no condition for the node.
      yield* changes.run({ userId: atEvent.userId, terminalId: null, node, eventId: id }, audited, Effect.void)
    }))

  it.effect("wait for each other inside an event, and above events for all of them", () =>
    Effect.gen(function*() {
      const { atEvent, atRoot, changes } = yield* callers("Waiting")
      const holding = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const order: Array<string> = []
      const first = yield* Effect.forkChild(changes.run(
        atEvent,
        audited,
        Effect.gen(function*() {
          yield* Deferred.succeed(holding, undefined)
          yield* Deferred.await(release)
          order.push("first")
        })
      ))
      yield* Deferred.await(holding)
      const others = yield* Effect.forEach([atEvent, atRoot], (caller) =>
        Effect.forkChild(changes.run(caller, audited, Effect.sync(() => void order.push("other")))))
      yield* lockWaits(others.length)
      assert.deepStrictEqual(order, [])
      yield* Deferred.succeed(release, undefined)
      yield* Effect.forEach([first, ...others], Fiber.join)
      assert.deepStrictEqual(order, ["first", "other", "other"])
    }))

  it.effect("have no entry and raise no version where nothing changed, unless something changed that the entry masks", () =>
    Effect.gen(function*() {
      const { atEvent, atRoot, changes, sql, version } = yield* callers("Unchanged")
      const content = { id: 7, old: { key: "****" }, new: { key: "****" } }
      const written = Effect.fnUntraced(function*(change: Change | null, caller: Caller = atEvent) {
        const [last] = yield* sql<{ id: bigint }>`select coalesce(max(id), 0)::bigint as id from audit_log`
        const before = yield* version
        assert.strictEqual(yield* changes.run(caller, () => change, Effect.succeed("done")), "done")
        const entries = (yield* sql`select from audit_log where id > ${last!.id}`).length
        assert.strictEqual(yield* version, before + BigInt(entries), "the version rises with the entry")
        return entries
      })
      const logType = "node_updated"
      assert.strictEqual(yield* written(null), 0)
      assert.strictEqual(yield* written({ logType, content }), 0)
      assert.strictEqual(yield* written({ logType, content }, atRoot), 0)
      assert.strictEqual(yield* written({ logType, content, unseen: false }), 0)
      assert.strictEqual(yield* written({ logType, content, unseen: true }), 1)
      assert.strictEqual(yield* written({ logType, content: { id: 7 } }), 1)
      assert.strictEqual(yield* written({ logType, content: { id: 7 } }, atRoot), 1)
    }))

  it.effect("are told of exactly, however large their numbers", () =>
    Effect.gen(function*() {
      const { atEvent, changes, sql } = yield* callers("Exact")
      yield* changes.run(atEvent, audited, Effect.succeed({ uid: 2n ** 64n - 1n, small: 5n }))
      const [entry] = yield* sql`select content::text as content, originating_user_id, node_id from audit_log
        where log_type = 'node_updated' order by id desc limit 1`
      assert.deepStrictEqual({ ...entry }, {
        content: "{\"uid\": 18446744073709551615, \"small\": 5}",
        originating_user_id: atEvent.userId,
        node_id: atEvent.eventId
      })
    }))

  for (const withoutVersion of [false, true]) {
    it.effect(`with a condition wait for one another, so it is compared with what the other stored (${withoutVersion})`, () =>
      Effect.gen(function*() {
        const { atEvent, atRoot, changes, sql } = yield* callers(`Conditions ${withoutVersion}`)
        for (const caller of [atEvent, atRoot]) {
          const id = caller.node.id
          const described = Effect.map(
            sql<{ description: string }>`select description from node where id = ${id}`,
            ([row]) => row!.description
          )
          const seen = yield* described
          const compared = yield* Deferred.make<void>()
          const go = yield* Deferred.make<void>()
          const unchanged = Effect.gen(function*() {
            const current = yield* Effect.orDie(described)
            if (current !== seen) return yield* new StaleVersion({ current })
            yield* Deferred.succeed(compared, undefined)
            yield* Deferred.await(go)
          })
          const edit = (description: string) =>
            changes.run(
              caller,
              audited,
              sql`update node set description = ${description} where id = ${id}`,
              { withoutVersion }
            ).pipe(Effect.provideService(Precondition, unchanged), Effect.exit, Effect.forkChild)
          const first = yield* edit(`first ${withoutVersion}`)
          yield* Deferred.await(compared)
          const second = yield* edit("second")
          yield* Effect.raceFirst(lockWaits(), Fiber.join(second))
          yield* Deferred.succeed(go, undefined)
          assert.isTrue(Exit.isSuccess(yield* Fiber.join(first)))
          const refused = yield* Effect.flip(yield* Fiber.join(second))
          assert.deepStrictEqual([refused._tag, yield* described], ["StaleVersion", `first ${withoutVersion}`])
        }
      }))
  }
})
