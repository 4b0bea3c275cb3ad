import { Effect } from "effect"
import { toJson } from "../../support/ServedApi.ts"
import type { Described } from "../hostile/Requests.ts"

/** What a call must carry to succeed for whoever may make it. */
export interface ValidCall {
  /** Of the path, by name; `node_id` is the event unless it is said here. */
  readonly path?: { readonly [name: string]: unknown }
  /** Where it is made, if not at the event. */
  readonly node?: number
  /** Of the query, beside `node_id`. */
  readonly query?: { readonly [name: string]: string }
  readonly body?: unknown
  /** Whose call it must be, where not just anybody's will do. */
  readonly token?: string
  /** The kind of the entry it writes to the audit log; left out where it writes none. */
  readonly audit?: string
  /** The node of that entry, if not the event. */
  readonly auditNode?: number
}

/** A valid call for each call of an API, named by method and path; each time with new objects where it uses them up. */
export type ValidCalls = { readonly [call: string]: Effect.Effect<ValidCall> }

/** A call that uses nothing up. */
export const always = (call: ValidCall = {}): Effect.Effect<ValidCall> => Effect.succeed(call)

/** A call about something that is made for it. */
export const about = <A>(make: Effect.Effect<A>, call: (made: A) => ValidCall): Effect.Effect<ValidCall> =>
  Effect.map(make, call)

/** What came back. */
export interface Answered {
  readonly status: number
  readonly text: string
}

/** Somebody's token, or none, and the node they call from. */
export interface Sender {
  readonly token: string | null
  readonly node: number
}

/** A call as it is sent by whoever has this token, or none, and stands at this node. */
export const requestOf = (base: string, { method, path }: Described, call: ValidCall, { node, token }: Sender) =>
  new Request(base + addressOf(path, node, call), {
    method,
    headers: {
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` })
    },
    ...(call.body === undefined ? {} : { body: toJson(call.body) })
  })

/** Sends a call to the API at an address, for anybody. */
export const sending =
  (base: string, described: Described, call: ValidCall) => (sender: Sender): Effect.Effect<Answered> =>
    Effect.promise(async () => {
      const response = await fetch(requestOf(base, described, call, sender))
      return { status: response.status, text: await response.text() }
    })

const addressOf = (pattern: string, node: number, { path = {}, query = {} }: ValidCall): string => {
  const named: { readonly [name: string]: unknown } = { node_id: node, ...path }
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]))
  const parameters = new URLSearchParams(pattern.includes("{node_id}") ? query : { node_id: String(node), ...query })
  return `${filled}?${parameters.toString()}`
}
