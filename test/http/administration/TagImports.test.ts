import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { diagnose } from "../../core/journal/Diagnosed.ts"
import { Address, done, emptyServer, listOf } from "../../support/FestivalServer.ts"
import { send } from "../../support/ServedApi.ts"
import { office } from "../TillOffice.ts"

/** Lines of the server's log with their annotations. */
const lines: Array<string> = []
const logger = Logger.make(({ fiber, message }) => {
  const about = Object.entries(fiber.getRef(References.CurrentLogAnnotations)).map(([key, value]) => `${key}=${value}`)
  lines.push([message, ...about].flat().join(" "))
})

const server = Layer.provide(emptyServer, Logger.layer([logger]))

/** PINs of a length, each with another number at its end. */
const pinsOf = (count: number, length: number, first: string) =>
  Array.from({ length: count }, (_, n) => `${first}${n}`.padEnd(length, "X"))

layer(server, { excludeTestServices: true })("an import of wristbands", (it) => {
  it.effect("is stored and warned of in answer, log and audit log, and by the doctor, when its PINs can be guessed", () =>
    Effect.gen(function*() {
      const { atEvent, event, signIn, organiser, sql } = yield* office
      const address = yield* Address
      yield* sql`update usr set user_tag_id = null, password_hash = 'x' where event_id = ${event}`
      yield* sql`delete from user_tag where event_id = ${event}`
      const [secret] = listOf(yield* atEvent("GET", "/user-tag-secrets"))
      const token = yield* signIn(organiser.id)
      const brings = Effect.fnUntraced(function*(pins: ReadonlyArray<string>) {
        lines.length = 0
        const url = `${address}/administration/user-tags?node_id=${event}`
        const answer = yield* send("POST", url, { token, body: pins.map((pin) => ({ pin, secret_id: secret!.id })) })
        assert.deepStrictEqual([answer.status, answer.text], [200, "null"])
        const [newest] = listOf(yield* atEvent("GET", `/tree/nodes/${event}/audit-logs`))
        const entry = done(yield* atEvent("GET", `/tree/nodes/${event}/audit-logs/${newest!.id}`)).body
        const { notices } = yield* diagnose()
        return {
          warning: answer.headers.get("warning"),
          logged: lines.filter((line) => line.includes("PIN")),
          audited: entry.content,
          noticed: notices.flatMap(({ event_id, message }) => event_id === BigInt(event) ? [message] : [])
        }
      })
      assert.deepStrictEqual(yield* brings(pinsOf(500, 10, "A")), {
        warning: null,
        logged: [],
        audited: { num_tags: 500 },
        noticed: []
      })
      const short = yield* brings(pinsOf(2, 7, "B"))
      assert.match(short.warning ?? "", /^299 - "[^"]+"$/)
      assert.lengthOf(short.logged, 1)
      assert.match(short.logged[0]!, new RegExp(` event=${event} tags=2$`))
      assert.deepStrictEqual(short.audited, { num_tags: 2, pins_can_be_guessed: true })
      assert.deepStrictEqual(short.noticed, [
        "the PINs of its 502 wristbands can be guessed: the shortest has 7 characters; that many wristbands need PINs of 10 letters and digits"
      ])
      assert.isTrue((yield* diagnose()).examinations.every(({ count }) => count === 0), "it is no failure")
    }))

  it.effect("adds to those before: imports that are fine alone may together be too many for their length", () =>
    Effect.gen(function*() {
      const { event, sql } = yield* office
      yield* sql`update usr set user_tag_id = null, password_hash = 'x' where event_id = ${event}`
      yield* sql`delete from user_tag where event_id = ${event}`
      const noticed = Effect.map(
        diagnose(),
        ({ notices }) => notices.filter(({ event_id }) => event_id === BigInt(event)).length
      )
      const add = (from: number, to: number) =>
        sql`insert into user_tag (event_id, node_id, pin, secret_id)
          select ${event}, ${event}, lpad(n::text, 8, 'x'), (select id from user_tag_secret where event_id = ${event})
          from generate_series(${from}::integer, ${to}::integer) as n`
      yield* add(1, 1)
      assert.strictEqual(yield* noticed, 0)
      yield* add(2, 2)
      assert.strictEqual(yield* noticed, 1)
      yield* sql`update node set read_only = true where id = ${event}`
      assert.strictEqual(yield* noticed, 0, "nobody gets in at an archived event")
    }))
})
