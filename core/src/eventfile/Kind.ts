import { Effect, type Redacted, Schema, SchemaIssue } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import type { ObjectType } from "../organisation/Node.ts"
import { mayManage, type Place } from "../organisation/Place.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import type { Infrastructure } from "../sql/Infrastructure.ts"
import { eventFileRules } from "./EventFileRules.ts"
import type { Step } from "./EventPlan.ts"
import type { Entry, Section } from "./Section.ts"
import { sectionNamed } from "./Sections.ts"

/** An object of an event as it is stored. */
export interface Stored {
  readonly id: bigint
  readonly node_id: bigint
  /** The values of the file's fields, and the ids of those to which it refers in the fields of requests. */
  readonly values: object
  /** Words for the names of the variables of its secrets, for those that are set. */
  readonly secrets?: { readonly [field: string]: ReadonlyArray<string> }
  /** Fields whose values follow from others, so that files leave them out. */
  readonly derived?: ReadonlyArray<string>
  /**
   * `never` for what others refer to but files don't describe; `if_described` for what every event has, so that only a file in which
   * it is of use describes it.
   */
  readonly inFiles?: "never" | "if_described"
}

/** A refusal of a service. */
export interface Refusal {
  readonly _tag: string
  readonly message: string
}

/** What a step works with. */
export interface Work {
  readonly caller: AtEvent
  readonly step: Step
  /** The fields of a request: ids in place of names, and without secrets. */
  readonly body: Entry
  /** The secret of a field that the step writes; undefined for one that stays or is removed. */
  readonly secret: (field: string) => Redacted.Redacted | undefined
}

/** A stored object that a step changes or removes. */
export interface WorkOn extends Work {
  readonly stored: Stored
}

type Done<A = unknown> = Effect.Effect<A, Refusal>

/** How the objects of one section are read, and made through the services of the office. */
export interface Kind {
  readonly section: Section
  /** The type of object that the node must allow. */
  readonly objectType?: ObjectType
  /** Privileges of which the caller needs one at the node. */
  readonly privileges: ReadonlyArray<Privilege>
  /** All objects of the event, in the order of lists; the place has all of its nodes. */
  readonly list: (everywhere: Place) => Effect.Effect<ReadonlyArray<Stored>, Infrastructure>
  /** Returns the id of the new object. */
  readonly create: (work: Work) => Done<bigint>
  readonly change: (work: WorkOn) => Done
  readonly remove: (work: WorkOn) => Done
}

interface Row {
  readonly id: bigint
  readonly node_id: bigint
}

/** A row whose fields are those of the file. */
const storedRow = (row: Row): Stored => ({ id: row.id, node_id: row.node_id, values: row })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Reads the body of a request. The schema of the file is made of those of requests, so only a secret can be invalid, whose value
 * no message shows.
 */
export const request = <A, I>(schema: Schema.Codec<A, I>, body: object): Effect.Effect<A, InvalidArgument> =>
  Effect.mapError(Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(body), ({ issue }) => {
    const [first] = format(issue).issues
    return InvalidArgument.of(eventFileRules.secret_invalid, {
      field: (first?.path ?? []).map(String).join("."),
      reason: first?.message ?? ""
    })
  })

/** A kind whose service takes bodies of requests. */
export const requestKind = <Input, I, Item extends Row, E1 extends Refusal, E2 extends Refusal, E3 extends Refusal>(
  name: string,
  { input, list, objectType, service }: {
    readonly objectType: ObjectType
    readonly input: Schema.Codec<Input, I>
    readonly list: Kind["list"]
    readonly service: {
      readonly create: (caller: AtEvent, input: Input) => Effect.Effect<Item, E1>
      readonly update: (caller: AtEvent, id: bigint, input: Input) => Effect.Effect<unknown, E2>
      readonly remove: (caller: AtEvent, id: bigint) => Effect.Effect<unknown, E3>
    }
  }
): Kind => ({
  section: sectionNamed(name),
  objectType,
  privileges: mayManage,
  list,
  create: ({ body, caller }) =>
    Effect.map(Effect.flatMap(request(input, body), (given) => service.create(caller, given)), ({ id }) => id),
  change: ({ body, caller, stored }) =>
    Effect.flatMap(request(input, body), (given) => service.update(caller, stored.id, given)),
  remove: ({ caller, stored }) => service.remove(caller, stored.id)
})

/** The rows of a list, whose fields are those of the file. */
export const rows = <R extends Row, E>(
  list: Effect.Effect<ReadonlyArray<R>, E>,
  more: (row: R) => Partial<Stored> = () => ({})
): Effect.Effect<ReadonlyArray<Stored>, E> =>
  Effect.map(list, (found) => found.map((row) => ({ ...storedRow(row), ...more(row) })))
