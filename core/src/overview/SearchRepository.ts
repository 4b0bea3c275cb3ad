import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { unencoded } from "../sql/Unencoded.ts"
import { guestSearches } from "./GuestSearches.ts"
import { HitKind, mostHits, SearchHit } from "./SearchHit.ts"
import { searchFragments, type SearchRequest } from "./SearchRequest.ts"

/** Objects with a name, by kind: their table as `object`, their name, and further texts that are searched. */
const named: {
  readonly [kind in HitKind]?: {
    readonly table: string
    readonly ofEvent: boolean
    readonly title?: string
    readonly texts?: string
    readonly detail?: string
    readonly only?: string
  }
} = {
  till: { table: "till", ofEvent: true, only: "not object.is_virtual" },
  terminal: { table: "terminal", ofEvent: true },
  cash_register: { table: "cash_register", ofEvent: true },
  product: { table: "product", ofEvent: true, only: "object.type = 'user_defined'" },
  ticket: { table: "product", ofEvent: true, only: "object.type = 'ticket'" },
  user: {
    table: "usr",
    ofEvent: false,
    title: "coalesce(nullif(object.display_name, ''), object.login)",
    texts: "object.display_name || ' ' || object.login",
    detail: "object.login",
    only: "object.deactivated_at is null"
  },
  user_role: { table: "user_role", ofEvent: false },
  tse: { table: "tse", ofEvent: true }
}

/** Searches objects of all kinds. */
export class SearchRepository extends Context.Service<SearchRepository>()("core/SearchRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const { inScope, rankOf } = searchFragments(sql)
    const { freeTags, guests } = guestSearches(sql)

    const byName = (request: SearchRequest, kind: HitKind, words: string) => {
      const { detail = "node.name", ofEvent, only = "true", table, texts, title = "object.name" } = named[kind]!
      return sql`select ${kind} as kind, object.id, object.node_id, ${sql.literal(title)} as title,
          ${sql.literal(detail)} as detail, 'name' as found_by, ${rankOf(title, words)} as rank
        from ${sql(table)} object join node on node.id = object.node_id
        where ${ofEvent ? sql`object.event_id = ${request.eventId} and` : sql``} ${
        inScope(request, kind, "object.node_id")
      }
          and ${sql.literal(only)} and search_lexemes(0, ${sql.literal(texts ?? title)}) @@ search_query(0, ${words})`
    }

    const nodes = (request: SearchRequest, words: string) =>
      sql`select 'node' as kind, node.id, node.id as node_id, node.name as title, parent.name as detail,
          'name' as found_by, ${rankOf("node.name", words)} as rank
        from node join node parent on parent.id = node.parent
        where ${inScope(request, "node", "node.id")} and not node.deleted
          and search_lexemes(0, node.name) @@ search_query(0, ${words})`

    const orders = (request: SearchRequest) => {
      const { eventId, query: { number, uuid } } = request
      const order = (by: string, key: Statement.Fragment) =>
        sql`select 'order' as kind, ordr.id, till.node_id, ordr.id::text as title, till.name as detail,
            ${by} as found_by, 0 as rank
          from ordr join till on till.event_id = ordr.event_id and till.id = ordr.till_id
          where ordr.event_id = ${eventId} and ${key} and ${inScope(request, "order", "till.node_id")}`
      return [
        ...(number === null ? [] : [order("number", sql`ordr.id = ${number}`)]),
        ...(uuid === null ? [] : [order("uuid", sql`ordr.uuid = ${uuid}::uuid`)])
      ]
    }

    const payoutRuns = (request: SearchRequest, number: bigint) =>
      sql`select 'payout_run' as kind, run.id, run.event_id as node_id, run.id::text as title, run.status as detail,
          'number' as found_by, 0 as rank
        from payout_run run
        where run.event_id = ${request.eventId} and run.id = ${number}
          and ${inScope(request, "payout_run", "run.event_id")}`

    const searchesOf = (request: SearchRequest, kind: HitKind): ReadonlyArray<Statement.Fragment> => {
      const { number, words } = request.query
      switch (kind) {
        case "guest":
          return guests(request)
        case "order":
          return orders(request)
        case "payout_run":
          return number === null ? [] : [payoutRuns(request, number)]
        case "user_tag":
          return [freeTags(request, "pin"), freeTags(request, "chip")]
        case "node":
          return words === null ? [] : [nodes(request, words)]
        default:
          return words === null ? [] : [byName(request, kind, words)]
      }
    }

    const nowhere =
      sql`select ''::text as kind, 0::bigint as id, 0::bigint as node_id, '' as title, null::text as detail,
        '' as found_by, 0 as rank where false`

    const union = (searches: ReadonlyArray<Statement.Fragment>) =>
      searches.map((search) => sql`(${search})`).reduce((all, search) => sql`${all} union all ${search}`)

    return {
      /** The best hits of a search, in one statement. */
      find: SqlSchema.findAll({
        Request: unencoded<SearchRequest>(),
        Result: SearchHit,
        execute: (request) => {
          const searches = Array.from(request.above.keys()).flatMap((kind) => searchesOf(request, kind))
          return sql`with below as materialized (
              select id from node where not deleted and (id = ${request.nodeId}
                or (id <> 0 and parent_ids @> array[${request.nodeId}::bigint]))
            ), hit as (
              select distinct on (kind, id) * from (${
            union(searches.length === 0 ? [nowhere] : searches)
          }) as hits order by kind, id, rank
            )
            select kind, id, node_id, title, detail, found_by from hit
            order by rank, array_position(${[
            ...HitKind.literals
          ]}::text[], kind), title collate "C", id limit ${mostHits}`
        }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
