import { assert, layer } from "@effect/vitest"
import { type PartName, parts } from "@wristbank/core/event/ConfigurationParts"
import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { tillLayer, world } from "../till/TillWorld.ts"

/** The configurations of a process, with a memory of its own. */
const process = Effect.gen(function*() {
  const context = yield* Layer.buildWithMemoMap(
    EventConfigurations.layer,
    Layer.makeMemoMapUnsafe(),
    yield* Effect.scope
  )
  return Context.get(context, EventConfigurations)
})

/** What the database has, read by someone who knows nothing yet. */
const read = Effect.fnUntraced(function*(event: bigint) {
  const { configuration } = (yield* (yield* EventConfigurationRepository).load(event))!
  return configuration
})

/** A transaction with these changes, after which one of the processes reads the configuration, or no one. */
interface Step {
  readonly changed: ReadonlyArray<keyof ReturnType<ReturnType<typeof changesOf>>>
  readonly n: number
  readonly reader: 0 | 1 | null
}

/** Changes of the parts of a configuration: `n` tells one value from another. */
const changesOf = (sql: SqlClient.SqlClient, event: bigint, bar: bigint) => {
  const own = sql`event_id = ${event}`
  const lowest = (table: string) => sql`${own} and id = (select min(id) from ${sql(table)} where ${own})`
  return (n: number) => ({
    "sign-in": sql`update terminal set active_user_id = (select min(id) from usr where ${own}),
      active_user_role_id = (select min(id) from user_role where ${own}) where ${lowest("terminal")}`,
    "sign-out": sql`update terminal set active_user_id = null, active_user_role_id = null where ${own}`,
    "new terminal": sql`insert into terminal (event_id, node_id, name, registration_uuid)
      values (${event}, ${bar}, 'Terminal ' || ${n}::text, gen_random_uuid())`,
    till: sql`update till set z_nr = z_nr + ${n}::integer where ${lowest("till")}`,
    profile: sql`update till_profile set allow_top_up = ${n % 2 === 0} where ${own}`,
    role: sql`update user_role set name = 'Role ' || ${n}::text where ${lowest("user_role")}`,
    "role taken": sql`delete from user_to_role where node_id = ${event} and ${n % 2 === 0}`,
    "role given": sql`insert into user_to_role (node_id, user_id, role_id)
      select ${event}, max(usr.id), (select max(id) from user_role where ${own}) from usr where ${own} on conflict do nothing`,
    user: sql`update usr set display_name = ${`User ${n}`} where ${lowest("usr")}`,
    "user above the event": sql`update usr set description = ${`User ${n}`} where node_id = 0`,
    chip: sql`update user_tag set uid = ${String(2n ** 64n - 1n - BigInt(n))}::numeric where ${lowest("user_tag")}`,
    settings: sql`update event set settings = settings || ${`{"max_account_balance": ${n}}`}::jsonb where ${own}`,
    keys: sql`update event set secrets = secrets || ${`{"sumup_api_key": "${n}"}`}::jsonb where ${own}`,
    node: sql`update node set name = ${`Bar ${n}`}, deleted = ${n % 3 === 0} where id = ${bar}`,
    product: sql`update product set price = ${n}, fixed_price = true where ${lowest("product")}`,
    variant: sql`update user_tag_variant set priority = ${n} where ${own}`,
    "secret of the tags": sql`update user_tag_secret set key0 = ${`"key" ${n}`} where ${own}`
  })
}

const worldLayer = Layer.provideMerge(EventConfigurationRepository.layer, tillLayer)

layer(worldLayer, { excludeTestServices: true })("the configurations of events in memory", (it) => {
  it.effect("are as the database has them, no matter who read which version before", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { bar, event, terminal } = yield* world
      yield* terminal()
      const processes = [yield* process, yield* process] as const
      const changes = changesOf(sql, event, bar)
      const names = Object.keys(changes(0)) as Step["changed"]
      const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
        fc.record({
          changed: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
          n: fc.integer({ min: 1, max: 9_999 }),
          reader: fc.constantFrom(0 as const, 1 as const, null)
        }),
        { minLength: 1, maxLength: 12 }
      )
      const run = yield* Effect.context<SqlClient.SqlClient | EventConfigurationRepository>()
      const step = Effect.fnUntraced(function*({ changed, n, reader }: Step) {
        const made = changes(n)
        yield* sql.withTransaction(Effect.andThen(
          Effect.forEach(changed, (name) => made[name]),
          sql`update event set version = version + 1 where event_id = ${event}`
        ))
        if (reader !== null) assert.deepStrictEqual(yield* processes[reader].current(event), yield* read(event))
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(steps, (all) => Effect.runPromiseWith(run)(Effect.forEach(all, step, { discard: true }))),
          { numRuns: 25 }
        )
      )
    }))

  it.effect("take over what has not changed", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { bar, event, terminal } = yield* world
      yield* terminal()
      const { current } = yield* process
      const before = yield* current(event)
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      yield* changesOf(sql, event, bar)(1)["sign-in"]
      const after = yield* current(event)
      const changed = Object.keys(parts).filter((name) => after[name as PartName] !== before[name as PartName])
      assert.deepStrictEqual(changed, ["terminals"])
    }))

  it.effect("have all parts of their version while others change them", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { bar, event, terminal } = yield* world
      yield* terminal()
      const own = sql`event_id = ${event}`
      const change = sql.withTransaction(Effect.gen(function*() {
        const [row] = yield* sql<
          { version: bigint }
        >`update event set version = version + 1 where ${own} returning version`
        const version = row!.version
        const name = String(version)
        yield* sql`update terminal set name = ${name} where ${own}`
        yield* sql`update node set name = ${name} where id = ${bar}`
        yield* sql`update till set name = ${name} where ${own}`
        yield* sql`update usr set display_name = ${name} where ${own}`
        return version
      }))
      yield* change
      const processes = [yield* process, yield* process]
      const agrees = Effect.fnUntraced(function*(configurations: EventConfigurations["Service"]) {
        const { nodes, people, terminals, tills, version } = yield* configurations.current(event)
        const names = [...terminals.values(), ...tills.values(), nodes.get(bar)!].map(({ name }) => name)
        const shown = Array.from(people.values()).filter(({ node_id }) => node_id === event)
        assert.deepStrictEqual(new Set([...names, ...shown.map((one) => one.display_name)]), new Set([String(version)]))
        return version
      })
      const rounds = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
        Effect.all(Array.from({ length: count }, () => effect))
      const [, ...seen] = yield* Effect.all(
        [rounds(60, change), ...processes.map((one) => rounds(60, agrees(one)))],
        { concurrency: "unbounded" }
      )
      assert.isAbove(new Set(seen.flat()).size, 2, "reads fell between changes")
    }))
})
