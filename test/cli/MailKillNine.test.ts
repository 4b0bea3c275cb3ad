import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mailingEvent, mailStates, queued, waited } from "../core/mail/MailWorld.ts"
import { servicesLayer } from "../support/administration.ts"
import { TestDatabase } from "../support/database.ts"
import { loopback } from "../support/loopback.ts"
import { openMailBox } from "../support/MailBox.ts"
import { certificate } from "../support/mailCertificate.ts"
import { secretKey } from "../support/secrets.ts"
import { counted, tell } from "../support/Torture.ts"
import { end, type Killable, start } from "./Killable.ts"

/** Number of kills of the worker while a server has its mail; set by `MAIL_KILLS`. */
const kills = Number(process.env.MAIL_KILLS ?? 1)

/** Holds mail of the event back for a day. */
const held = (event: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql`insert into mail_turn (event_id, free_at) values (${event}, now() + interval '1 day')
      on conflict (event_id) do update set free_at = excluded.free_at`
  )

layer(servicesLayer, { excludeTestServices: true })("mail and kill -9", (it) => {
  it.effect("no mail is sent twice, and what no one knows of is listed", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-test-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
      )
      const trusted = join(folder, "certificate.pem")
      writeFileSync(trusted, certificate)
      let worker: Killable | undefined
      let left = kills
      const box = yield* openMailBox({
        content: () => {
          if (left <= 0) return null
          left--
          worker?.child.kill("SIGKILL")
          return "silence"
        }
      })
      const event = yield* mailingEvent(box.port)
      const addresses = Array.from({ length: kills + 3 }, (_, n) => `guest${n}@example.org`)
      yield* queued(event, ...addresses)
      const { serverUrl: url } = yield* TestDatabase
      const running = Effect.acquireRelease(
        Effect.promise(() =>
          start(["work"], {
            cwd: folder,
            environment: {
              ...loopback,
              DATABASE_URL: Redacted.value(url),
              WRISTBANK_SECRET_KEY: secretKey,
              WRISTBANK_MAILS_PER_MINUTE: "60000",
              NODE_EXTRA_CA_CERTS: trusted
            },
            ready: "roll-up"
          })
        ),
        (started) => Effect.promise(() => end(started, "SIGKILL"))
      )
      for (let kill = 0; kill <= kills; kill++) {
        // No mail is sent before the process to kill is known.
        yield* held(event)
        worker = yield* running
        yield* waited(event)
        const over = kill < kills
          ? Effect.sync(() => worker?.child.signalCode === "SIGKILL")
          : Effect.map(
            mailStates(event),
            (rows) => rows.every(({ status }) => status === "sent" || status === "failed")
          )
        yield* Effect.repeat(over, { until: (yes) => yes, schedule: Schedule.spaced("50 millis") })
      }
      const rows = yield* mailStates(event)
      assert.deepStrictEqual(box.received.map(({ to }) => to[0]), addresses)
      assert.deepStrictEqual(
        rows.map(({ status }) => status),
        addresses.map((_, n) => n < kills ? "failed" : "sent")
      )
      for (const { problem } of rows.slice(0, kills)) assert.match(problem ?? "", /^It may have been sent/)
      tell(`${counted(kills, "kill")} while a mail was sent, ${counted(box.received.length)} mails, none sent twice`)
    }))
})
