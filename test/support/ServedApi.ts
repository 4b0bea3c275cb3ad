import { jsonInteger } from "@wristbank/core/base/Id"
import { listen, type ListenOptions } from "@wristbank/http/server/ApiServer"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"

/** Serves mounted APIs on a free port until the scope closes; returns the address. */
export const served = <E, R>(apis: Layer.Layer<never, E, R>, direct?: ListenOptions["direct"]) =>
  Effect.map(
    Layer.build(listen(apis, { host: "127.0.0.1", port: 0, direct })),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )

export type Method = "GET" | "POST" | "DELETE"

/** The answer of a call, as text and parsed. A chip number of more than 53 bits is exact in the text only. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Sends one call, with or without a token or further headers. Large integers may be given as `bigint`, a body that is not JSON as text. */
export const send = (method: Method, url: string, { body, headers: further, token }: {
  readonly token?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
} = {}): Effect.Effect<Reply> =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined || token === null ? {} : { authorization: `Bearer ${token}` }),
        ...further
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : toJson(body) })
    })
    const text = await response.text()
    const { headers, status } = response
    return { status, headers, text, body: text === "" ? null : JSON.parse(text) }
  })

/** JSON with `bigint` as plain integers, however large. */
export const toJson = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => typeof value === "bigint" ? jsonInteger(value) : value)
