import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrations } from "../sql/Migrations.ts"
import { type FunctionCode, schemaCode, type TriggerCode, triggerDoes } from "../sql/SchemaCode.ts"
import { FindingList } from "./FindingList.ts"
import { Finding, Notice } from "./Invariants.ts"

/** The schema of the tables that guards protect. */
const ours = "(select relnamespace from pg_class where oid = to_regclass('ordr'))"

const functionsThere = SqlClient.SqlClient.use((sql) =>
  sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc where pronamespace = ${sql.literal(ours)} order by oid`
)

// Bits of tgtype: 1 each row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate, 64 instead of.
const triggersThere = SqlClient.SqlClient.use((sql) =>
  sql<{
    name: string
    table: string
    timing: string
    events: ReadonlyArray<string>
    columns: ReadonlyArray<string>
    level: string
    condition: string | null
    runs: string
    enabled: boolean
  }>`
    select tgname as name, relname as table, tgenabled in ('O', 'A') as enabled, proname as runs,
      case when tgtype & 64 > 0 then 'instead of' when tgtype & 2 > 0 then 'before' else 'after' end as timing,
      array_remove(array[
        case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 8 > 0 then 'delete' end,
        case when tgtype & 16 > 0 then 'update' end, case when tgtype & 32 > 0 then 'truncate' end
      ], null) as events,
      array(select attname::text from pg_attribute where attrelid = tgrelid and attnum = any(tgattr)) as columns,
      case when tgtype & 1 > 0 then 'row' else 'statement' end as level,
      substring(pg_get_triggerdef(pg_trigger.oid) from ' WHEN \\((.*)\\) EXECUTE ') as condition
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace = ${sql.literal(ours)}
    order by relname, tgname`
)

// A rule can turn a statement into none.
const rulesThere = SqlClient.SqlClient.use((sql) =>
  sql<{ name: string; table: string }>`
    select rulename as name, relname as table from pg_rewrite join pg_class on pg_class.oid = ev_class
    where relnamespace = ${sql.literal(ours)} and relkind in ('r', 'p') order by relname, rulename`
)

const finding = (object: string, expected: string, found: string) =>
  new Finding({ event_id: null, object, ids: [], expected, found })

/** The functions that are missing or were changed; others of the same name would be called in their place. */
const functionFindings = (
  expected: ReadonlyArray<FunctionCode>,
  there: ReadonlyArray<{ readonly name: string; readonly body: string }>
): ReadonlyArray<Finding> =>
  [...Map.groupBy(expected, ({ name }) => name)].flatMap(([name, made]) => {
    const found = there.filter((one) => one.name === name).map(({ body }) => body)
    const changed = made.filter(({ body }) => !found.includes(body))
    const strange = found.filter((body) => !made.some((one) => one.body === body))
    if (changed.length === 0 && strange.length === 0 && found.length === made.length) return []
    const is = strange.length > 0
      ? "a body that no migration made"
      : found.length < made.length
      ? "none"
      : "another with that name"
    return [finding(`function ${name}`, "the body that the migrations made", is)]
  })

const isSame = (one: TriggerCode) => ({ name, table }: TriggerCode) => one.name === name && one.table === table

/** The triggers that are missing, switched off or changed, and those that no migration made. */
const triggerFindings = (
  expected: ReadonlyArray<TriggerCode>,
  there: ReadonlyArray<TriggerCode & { readonly enabled: boolean }>
): ReadonlyArray<Finding> => {
  const wrong = expected.flatMap((made) => {
    const found = there.find(isSame(made))
    const is = found === undefined
      ? "none"
      : found.does !== made.does
      ? found.does
      : found.enabled
      ? null
      : "switched off"
    return is === null ? [] : [finding(`trigger ${made.name} of ${made.table}`, made.does, is)]
  })
  const strange = there.filter((found) => !expected.some(isSame(found)))
    .map(({ does, name, table }) => finding(`trigger ${name} of ${table}`, "none, as no migration made it", does))
  return [...wrong, ...strange]
}

const newestThere = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ newest: number }>`select coalesce(max(migration_id), 0) as newest from wristbank_migration`,
    ([row]) => row!.newest
  )
)

const newestKnown = migrations.at(-1)!.id

/** While a later version changes the database, only that version knows what it makes. */
export const laterSchema = Effect.map(
  newestThere,
  (newest): ReadonlyArray<Notice> =>
    newest <= newestKnown ? [] : [
      new Notice({
        event_id: null,
        message:
          `functions and triggers were not compared, as migration ${newest} is one of a later version; run wristbank doctor of that`
      })
    ]
)

/** Compares the functions, triggers and rules of the database with what its migrations made. */
export const schemaGuards = Effect.fnUntraced(function*(limit: number) {
  const found = new FindingList(limit)
  const newest = yield* newestThere
  if (newest > newestKnown) return found
  const expected = schemaCode(migrations.filter(({ id }) => id <= newest))
  const triggers = (yield* triggersThere).map((row) => ({ ...row, does: triggerDoes(row) }))
  const rules = (yield* rulesThere).map(({ name, table }) =>
    finding(`rule ${name} of ${table}`, "none, as no migration made it", "a rule that changes statements")
  )
  const all = [
    ...functionFindings(expected.functions, yield* functionsThere),
    ...triggerFindings(expected.triggers, triggers),
    ...rules
  ]
  for (const one of all) found.add(one)
  return found
})
