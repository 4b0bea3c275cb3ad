// The answers above 64 kB that anyone may ask for, see docs/developer-documentation/anonymous-calls.md.
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"

const documents = ["administration", "terminal", "customer"].flatMap((api) =>
  ["docs", "openapi.json"].map((name) => `/api/${api}/${name}`)
)

/** The scripts of a web application, if the server has them. */
const scriptsOf = async (port: number, path: string) => {
  const page = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return [...page.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, script]) => script!)
}

/** A picture of the largest size that a logo may have. */
const picture = `<svg xmlns="http://www.w3.org/2000/svg">${"<path d='M1 1'/>".repeat(30_000)}</svg>`

/** Addresses of large answers by kind; those of a kind are read in turn. */
export interface LargeAnswers {
  readonly documents: ReadonlyArray<string>
  readonly statics: ReadonlyArray<string>
  readonly pictures: ReadonlyArray<string>
  readonly receipts: ReadonlyArray<string>
}

/** Has the documents made, which happens once. */
const made = async (port: number) => {
  for (const path of documents) {
    for (let status = 503; status === 503;) ({ status } = await fetch(`http://127.0.0.1:${port}${path}`))
  }
}

/** The addresses of large answers of a server, after its first booking. */
export const largeAnswers = Effect.fnUntraced(function*({ eventId, port }: {
  readonly eventId: number
  readonly port: number
}) {
  const sql = yield* SqlClient.SqlClient
  const logo = randomUUID()
  yield* sql`insert into blob (event_id, id, mime_type, data)
    values (${eventId}, ${logo}, 'image/svg+xml', ${new TextEncoder().encode(picture)})`
  const orders = yield* sql<{ uuid: string }>`select uuid from ordr where event_id = ${eventId} order by id limit 50`
  yield* Effect.promise(() => made(port))
  const scripts = yield* Effect.promise(() => Promise.all(["/portal/", "/till/"].map((path) => scriptsOf(port, path))))
  const answers: LargeAnswers = {
    documents,
    statics: scripts.flat(),
    pictures: [`/api/customer/blob/${logo}`],
    receipts: orders.map(({ uuid }) => `/api/customer/bon/${uuid}/pdf`)
  }
  return answers
})
