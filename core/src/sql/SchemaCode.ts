import { type Migration, migrations } from "./Migrations.ts"

/** A function of the database; several have one name if their arguments differ. */
export interface FunctionCode {
  readonly name: string
  /** The types of the arguments as the migration has them, separated by commas. */
  readonly types: string
  readonly body: string
}

/** A trigger, in words that are compared: what a migration says and what the catalogue says come to the same. */
export interface TriggerCode {
  readonly name: string
  readonly table: string
  /** As `before delete or update, for each row: refuse_change`. */
  readonly does: string
}

/** What migrations leave in the database that runs by itself. */
export interface SchemaCode {
  readonly functions: ReadonlyArray<FunctionCode>
  readonly triggers: ReadonlyArray<TriggerCode>
}

const functionPattern = /^create (?:or replace )?function (\w+)\s*\(([^)]*)\)[\s\S]*?\bas \$\$([\s\S]*)\$\$/m
const dropPattern = /^drop function (\w+)(?:\(([^)]*)\))?/m
const triggerPattern =
  /^create trigger (\w+) (before|after) ([\s\S]+?) on (\w+)\s([\s\S]*?)for each (row|statement)\s(?:when ([\s\S]+)\s)?execute function (\w+)/m

/** Words of a declaration with one space between them. */
const spaced = (text: string) => text.trim().replaceAll(/\s+/g, " ")

/** The types of declared arguments, which may have names. */
const typesOf = (declared: string) =>
  declared.split(",").map((argument) => spaced(argument).split(" ")).map((words) =>
    (words.length > 1 ? words.slice(1) : words).join(" ")
  ).join(",")

/** The catalogue shows a comparison of two rows as one of each column. */
const rowsCompared = /\(([^()]+)\) is distinct from \(([^()]+)\)/g

/** A condition in the words of the catalogue, without brackets and spaces. */
const conditionOf = (text: string) =>
  text.toLowerCase().replaceAll(rowsCompared, (_, left: string, right: string) => {
    const others = right.split(",")
    return left.split(",").map((column, at) => `${column} is distinct from ${others[at]}`).join(" or ")
  }).replaceAll(/[\s()]/g, "")

/** What a trigger does, in the same words however it was declared. */
export const triggerDoes = (trigger: {
  readonly timing: string
  readonly events: ReadonlyArray<string>
  /** Of an update of some columns; empty for any. */
  readonly columns: ReadonlyArray<string>
  readonly level: string
  readonly condition: string | null
  readonly runs: string
}): string => {
  const columns = trigger.columns.length === 0 ? "" : ` of ${trigger.columns.toSorted().join(", ")}`
  const condition = trigger.condition === null ? "" : ` when ${conditionOf(trigger.condition)}`
  const events = trigger.events.toSorted().join(" or ")
  return `${trigger.timing} ${events}${columns}, for each ${trigger.level}${condition}: ${trigger.runs}`
}

const triggerIn = (statement: string): TriggerCode | undefined => {
  const found = triggerPattern.exec(statement)
  if (found === null) return undefined
  const [, name, timing, declared, table, , level, condition = null, runs] = found
  const events = declared!.split(" or ").map((event) => spaced(event))
  const columns = events.flatMap((event) => event.startsWith("update of ") ? event.slice(10).split(/\s*,\s*/) : [])
  return {
    name: name!,
    table: table!,
    does: triggerDoes({
      timing: timing!,
      events: events.map((event) => event.split(" ")[0]!),
      columns,
      level: level!,
      condition,
      runs: runs!
    })
  }
}

const functionIn = (statement: string): FunctionCode | undefined => {
  const found = functionPattern.exec(statement)
  return found === null ? undefined : { name: found[1]!, types: typesOf(found[2]!), body: found[3]! }
}

const keyOf = ({ name, types }: Pick<FunctionCode, "name" | "types">) => `${name}(${types})`

/** The functions and triggers that exist after these migrations, read from their statements. */
export const schemaCode = (ran: ReadonlyArray<Migration> = migrations): SchemaCode => {
  const functions = new Map<string, FunctionCode>()
  const triggers: Array<TriggerCode> = []
  for (const { statements } of ran) {
    for (const statement of statements()) {
      const [, dropped, types] = dropPattern.exec(statement) ?? []
      for (const [key, { name }] of functions) {
        if (name === dropped && (types === undefined || key === keyOf({ name, types: typesOf(types) }))) {
          functions.delete(key)
        }
      }
      const made = functionIn(statement)
      if (made !== undefined) functions.set(keyOf(made), made)
      const trigger = triggerIn(statement)
      if (trigger !== undefined) triggers.push(trigger)
    }
  }
  return { functions: [...functions.values()], triggers }
}
