import { assert, layer } from "@effect/vitest"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, festivalDatabase } from "../../support/Festival.ts"
import { connect } from "../../support/FestivalPresale.ts"
import { caller, done, serverOn } from "../../support/FestivalServer.ts"

/** Lines of the server's log. */
const lines: Array<string> = []
const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))

const logging = Layer.provideMerge(Festival.copied, serverOn(festivalDatabase)).pipe(
  Layer.provide(Logger.layer([logger]))
)

layer(Layer.merge(logging, FakePretix.layer), { excludeTestServices: true })("the log of a server", (it) => {
  it.effect("names the address at which a shop reports, without its secret, when a report can't be stored", () =>
    Effect.gen(function*() {
      const { address: server, event, office } = yield* Festival
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      yield* connect(BigInt(event))
      const { body } = done(
        yield* office("POST", `/tree/events/${event}/generate-webhook-url`, { webhook_type: "pretix" })
      )
      const [path, token] = String(body.webhook_url).split("?token=")
      yield* sql`alter table presale_notification rename to presale_notification_away`
      const { status } = yield* caller(`${server}${path}?token=${token}`, null)("POST", "", {
        notification_id: 1,
        organizer: book.organizer,
        event: book.event,
        code: "W1",
        action: "pretix.event.order.paid"
      })
      assert.strictEqual(status, 500)
      const log = lines.join("\n")
      assert.match(log, /Call failed.*\/webhooks\/hook"/)
      const secret = decodeURIComponent(token!).split(".")[1]!
      assert.lengthOf(secret, 43)
      assert.notInclude(log, secret)
      assert.notInclude(log, book.key)
    }))
})
