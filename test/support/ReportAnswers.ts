import { Effect } from "effect"
import { Festival } from "./Festival.ts"
import { Address, type Body } from "./FestivalServer.ts"

/** An answer with a file. */
export interface FileAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
}

/** Requests a report from the administration API, as the administrator unless another token is given. */
export const requestReport = Effect.fnUntraced(function*(
  path: string,
  { acceptLanguage = "en", body, token }: {
    readonly acceptLanguage?: string
    readonly body?: Body
    readonly token?: string
  } = {}
) {
  const address = yield* Address
  const festival = yield* Festival
  return yield* Effect.promise(async (): Promise<FileAnswer> => {
    const response = await fetch(`${address}/administration${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token ?? festival.token}`,
        "accept-language": acceptLanguage,
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  })
})
