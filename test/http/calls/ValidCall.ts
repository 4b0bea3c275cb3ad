import { Effect } from "effect"
import { toJson } from "../../support/ServedApi.ts"
import type { Described } from "../hostile/Requests.ts"

/** The content with which a call succeeds for a caller who may make it. */
export interface ValidCall {
  /** Path parameters by name; `node_id` is the event unless it is given here. */
  readonly path?: { readonly [name: string]: unknown }
  /** The node of the call, if it is not the event. */
  readonly node?: number
  /** Query parameters, besides `node_id`. */
  readonly query?: { readonly [name: string]: string }
  readonly body?: unknown
  /** Headers, besides the usual ones. */
  readonly headers?: { readonly [name: string]: string }
  /** The token that the call needs; without it any caller's token will do. */
  readonly token?: string
  /** The type of its audit entry; absent when it writes none. */
  readonly audit?: string
  /** The node of that entry, if it is not the event. */
  readonly auditNode?: number
}

/**
 * A valid call for each call of an API, named by method and path. It makes new objects each time if the call uses them up.
 */
export type ValidCalls = { readonly [call: string]: Effect.Effect<ValidCall> }

/** A call that uses no objects up. */
export const always = (call: ValidCall = {}): Effect.Effect<ValidCall> => Effect.succeed(call)

/** A call about an object that is made for it. */
export const about = <A>(make: Effect.Effect<A>, call: (made: A) => ValidCall): Effect.Effect<ValidCall> =>
  Effect.map(make, call)

/** The answer. */
export interface Answered {
  readonly status: number
  /** The content type; empty without content. */
  readonly type: string
  readonly text: string
}

/** A token, or none, and the node that the caller calls from. */
export interface Sender {
  readonly token: string | null
  readonly node: number
}

/** The HTTP request of a call with this token, or none, at this node. */
export const requestOf = (base: string, { method, path }: Described, call: ValidCall, { node, token }: Sender) =>
  new Request(base + addressOf(path, node, call), {
    method,
    headers: {
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...call.headers
    },
    ...(call.body === undefined ? {} : { body: toJson(call.body) })
  })

const addressOf = (pattern: string, node: number, { path = {}, query = {} }: ValidCall): string => {
  const named: { readonly [name: string]: unknown } = { node_id: node, ...path }
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]))
  const parameters = new URLSearchParams(pattern.includes("{node_id}") ? query : { node_id: String(node), ...query })
  return `${filled}?${parameters.toString()}`
}
