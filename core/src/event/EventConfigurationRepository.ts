import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Part, type PartName, parts } from "./ConfigurationParts.ts"
import type { CataloguedProduct, EventConfiguration } from "./EventConfiguration.ts"

/** A configuration with what tells whether a part of it has changed since. */
export interface LoadedConfiguration {
  readonly configuration: EventConfiguration
  /** SHA-256 of each part's name and rows. */
  readonly digests: ReadonlyMap<PartName, string>
}

interface PartRow {
  readonly version: bigint
  readonly name: PartName
  readonly digest: string
  /** A JSON array; null if the part is as the caller knows it. */
  readonly rows: string | null
}

const names = Object.keys(parts) as ReadonlyArray<PartName>

/** The rows `(name, rows)` of all parts. */
const partRows = names.map((name) =>
  `('${name}', (select coalesce(json_agg(line), '[]')::text from (${parts[name].query}) line))`
).join(", ")

/**
 * Reads an event's configuration in one statement. PostgreSQL runs a statement on one snapshot, so its parts are all of the
 * version that it returns. It returns only the parts whose rows differ from those that the caller knows: a caller that knows the
 * others has them as they are at that version.
 */
export class EventConfigurationRepository
  extends Context.Service<EventConfigurationRepository>()("core/EventConfigurationRepository", {
    make: Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const values = sql.literal(partRows)

      // `offset 0` makes PostgreSQL read the rows of a part once, for its digest and for the answer.
      const changed = (eventId: bigint, known: ReadonlyArray<string>) =>
        sql<PartRow>`select event.version, part.name, part.digest,
            case when part.digest = any(${known}::text[]) then null else part.rows end as rows
          from event cross join lateral (
            select read.name, read.rows,
              encode(sha256(convert_to(read.name || ':' || read.rows, 'UTF8')), 'hex') as digest
            from (values ${values}) read (name, rows) offset 0
          ) part where event.event_id = ${eventId}`

      /**
       * The current configuration, or `undefined` if the event does not exist. What has not changed since `known` is taken from
       * it, whatever its version is.
       */
      const load = Effect.fn("EventConfigurationRepository.load")(
        function*(eventId: bigint, known?: LoadedConfiguration) {
          const rows = yield* changed(eventId, known === undefined ? [] : Array.from(known.digests.values()))
          const [first] = rows
          if (first === undefined) return undefined
          const read = yield* Effect.forEach(rows, ({ name, rows: json }) => {
            if (json === null && known !== undefined) return Effect.succeed([name, known.configuration[name]] as const)
            const part: Part<unknown> = parts[name]
            return Effect.map(part.read(json ?? ""), (value) => [name, value] as const)
          })
          const found = Object.fromEntries(read) as unknown as Pick<EventConfiguration, PartName>
          const loaded: LoadedConfiguration = {
            configuration: {
              eventId,
              version: first.version,
              ...found,
              pricing: new Map(),
              priceChanges: [],
              systemProducts: systemProducts(found.products)
            },
            digests: new Map(rows.map(({ digest, name }) => [name, digest]))
          }
          return loaded
        }
      )

      /** The current version of an event's configuration, or `undefined` if the event does not exist. */
      const version = Effect.fnUntraced(function*(eventId: bigint) {
        const [row] = yield* sql<{ version: bigint }>`select version from event where event_id = ${eventId}`
        return row?.version
      })

      return { load, version }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}

/** The products of the system's own bookings, by their type. */
const systemProducts = (products: EventConfiguration["products"]): EventConfiguration["systemProducts"] =>
  new Map(
    Array.from(products.values())
      .filter(({ type }) => type !== "user_defined" && type !== "ticket")
      .map((entry): [CataloguedProduct["type"], CataloguedProduct] => [entry.type, entry])
  )
