import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { Festival } from "../../support/Festival.ts"
import { cardKeys, connectCards, refreshToken, storeRefreshToken, takeCards } from "../../support/FestivalCards.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { proxiedFestival } from "../../support/Servers.ts"

/** The secrets for its card reader that the bar's terminal gets. */
const cardSecrets = Effect.gen(function*() {
  const { bar } = yield* Festival
  return (done(yield* bar.get("/config")).body.till as Body).sumup_secrets as Body | null
})

/** A fake without history that gives these answers to requests for access. */
const answering = Effect.fnUntraced(function*(...answers: ReadonlyArray<Fake.FakeAnswer>) {
  const fake = yield* FakeSumUp
  yield* fake.hold
  fake.book.reset()
  fake.book.answerTokens(...answers)
  return fake.book
})

/** Asks again until it holds; the awaited change happens by itself. */
const until = <E, R>(asked: Effect.Effect<boolean, E, R>) => Effect.repeat(asked, { until: (so) => so })

const usedTokens = ({ asked }: FakeSumUp["Service"]["book"]) =>
  asked.flatMap((request) => request.call === "token" ? [request.refreshToken] : [])

layer(proxiedFestival, { excludeTestServices: true })("the configuration of card readers", (it) => {
  it.effect("is nothing where the event or the till takes no cards", () =>
    Effect.gen(function*() {
      const { configure, tills } = yield* Festival
      assert.isNull(yield* cardSecrets)
      yield* takeCards
      const withoutCards = yield* tills.open({ flags: { enable_card_payment: false } })
      assert.isNull((done(yield* withoutCards.get("/config")).body.till as Body).sumup_secrets)
      yield* configure({ ...cardKeys(), sumup_payment_enabled: false })
      assert.isNull(yield* cardSecrets)
    }))

  it.effect("is the affiliate key alone while no one has connected the event to the provider", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const book = yield* answering()
      yield* takeCards
      yield* sql`update event set secrets = secrets - 'sumup_oauth_refresh_token' where event_id = ${event}`
      assert.deepStrictEqual(yield* cardSecrets, {
        sumup_affiliate_key: "sup_afk_festival",
        sumup_api_key: "",
        sumup_api_key_expires_at: null
      })
      assert.isEmpty(book.asked)
    }))

  it.effect("is access that is kept until ten minutes before its end", () =>
    Effect.gen(function*() {
      const book = yield* answering(Fake.access(3600))
      yield* connectCards("first")
      const answered = yield* cardSecrets
      assert.match(String(answered?.sumup_api_key), /^access-\d+$/)
      assert.match(String(answered?.sumup_api_key_expires_at), /^\d{4}-\d\d-\d\dT/)
      assert.deepStrictEqual(yield* cardSecrets, answered)
      assert.deepStrictEqual(usedTokens(book), ["first"])
    }))

  it.effect("costs no more round trips with cards than without", () =>
    Effect.gen(function*() {
      const { counted } = yield* DatabaseProxy
      const { bar } = yield* Festival
      yield* answering(Fake.access(3600))
      yield* connectCards("first")
      yield* cardSecrets
      const warm = yield* counted(bar.get("/config"))
      done(warm.answer)
      assert.isAtMost(warm.roundTrips, 3)
    }))

  it.effect("is asked of the provider once, however many terminals poll", () =>
    Effect.gen(function*() {
      const { release } = yield* FakeSumUp
      const book = yield* answering(Fake.late(Fake.rotated(3600)))
      yield* connectCards("first")
      const [answered] = yield* Effect.all([
        Effect.all(Array.from({ length: 20 }, () => cardSecrets), { concurrency: "unbounded" }),
        Effect.andThen(until(Effect.sync(() => book.asked.length > 0)), release)
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual(usedTokens(book), ["first"])
      assert.lengthOf(new Set(answered.map((secrets) => secrets?.sumup_api_key)), 1)
      assert.match(String(answered[0]?.sumup_api_key), /^access-/)
    }))

  it.effect("leaves the new refresh token stored, which the next renewal uses", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const book = yield* answering(Fake.rotated(300))
      yield* connectCards("first")
      const first = yield* cardSecrets
      const second = book.validRefreshToken
      assert.isNotNull(second)
      assert.strictEqual(yield* refreshToken, second)
      const next = yield* cardSecrets
      assert.notStrictEqual(next?.sumup_api_key, first?.sumup_api_key)
      assert.deepStrictEqual(usedTokens(book), ["first", second])
      const entries = yield* sql<{ content: unknown }>`
        select content from audit_log where node_id = ${event} and log_type = 'card_token_renewed' order by id desc`
      assert.deepStrictEqual(entries[0]?.content, { id: event, by: "wristbank" })
    }))

  it.effect("is the access at hand while the provider is away, if two minutes of it are left", () =>
    Effect.gen(function*() {
      const book = yield* answering(Fake.access(300), Fake.broken)
      yield* connectCards("first")
      const answered = yield* cardSecrets
      assert.match(String(answered?.sumup_api_key), /^access-/)
      for (let poll = 0; poll < 3; poll++) assert.deepStrictEqual(yield* cardSecrets, answered)
      assert.lengthOf(book.asked, 2, "a provider that failed is left alone for a while")
      yield* answering(Fake.access(100), Fake.broken)
      yield* connectCards("first")
      assert.deepInclude(yield* cardSecrets, { sumup_api_key: "", sumup_api_key_expires_at: null })
    }))

  it.effect("does not wait for a silent provider, and what comes late is not lost", () =>
    Effect.gen(function*() {
      const { release } = yield* FakeSumUp
      const book = yield* answering(Fake.late(Fake.rotated(3600)))
      yield* connectCards("first")
      assert.deepInclude(yield* cardSecrets, { sumup_api_key: "" })
      yield* release
      yield* until(Effect.map(cardSecrets, (answered) => answered?.sumup_api_key !== ""))
      yield* until(Effect.map(refreshToken, (kept) => kept === book.validRefreshToken))
      assert.deepStrictEqual(usedTokens(book), ["first"])
    }))

  it.effect("comes with the token that another server has stored meanwhile", () =>
    Effect.gen(function*() {
      const { release } = yield* FakeSumUp
      const book = yield* answering(Fake.late(Fake.unauthorized), Fake.access(3600))
      yield* connectCards("used up")
      const polling = Effect.all([
        cardSecrets,
        Effect.gen(function*() {
          yield* until(Effect.sync(() => book.asked.length > 0))
          yield* storeRefreshToken("of another server")
          yield* release
        })
      ], { concurrency: "unbounded" })
      const [answered] = yield* polling
      assert.match(String(answered?.sumup_api_key), /^access-/)
      assert.deepStrictEqual(usedTokens(book), ["used up", "of another server"])
    }))

  it.effect("leaves a token alone that was stored while the provider thought about the old one", () =>
    Effect.gen(function*() {
      const { release } = yield* FakeSumUp
      const book = yield* answering(Fake.late(Fake.rotated(300)), Fake.access(300))
      yield* connectCards("old")
      yield* Effect.all([
        cardSecrets,
        Effect.gen(function*() {
          yield* until(Effect.sync(() => book.asked.length > 0))
          yield* storeRefreshToken("of an administrator")
          yield* release
        })
      ], { concurrency: "unbounded" })
      yield* cardSecrets
      assert.strictEqual(yield* refreshToken, "of an administrator")
      assert.strictEqual(usedTokens(book).at(-1), "of an administrator")
    }))

  it.effect("stores the new token also where the old one was sealed anew while the provider thought about it", () =>
    Effect.gen(function*() {
      const { release } = yield* FakeSumUp
      const book = yield* answering(Fake.late(Fake.rotated(300)))
      yield* connectCards("old")
      yield* Effect.all([
        cardSecrets,
        Effect.gen(function*() {
          yield* until(Effect.sync(() => book.asked.length > 0))
          yield* storeRefreshToken("old")
          yield* release
        })
      ], { concurrency: "unbounded" })
      yield* until(Effect.map(refreshToken, (kept) => kept === book.validRefreshToken))
      assert.notStrictEqual(book.validRefreshToken, "old")
    }))

  it.effect("keeps a new refresh token that can't be stored until it can", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const book = yield* answering(Fake.rotated(300))
      yield* connectCards("first")
      yield* sql`create trigger full_disk before update of secrets on event for each row execute function refuse_change()`
      assert.match(String((yield* cardSecrets)?.sumup_api_key), /^access-/)
      assert.strictEqual(yield* refreshToken, "first")
      const second = book.validRefreshToken
      yield* sql`drop trigger full_disk on event`
      yield* until(Effect.map(cardSecrets, () => usedTokens(book).length > 1))
      assert.deepStrictEqual(usedTokens(book).slice(0, 2), ["first", second])
      yield* until(Effect.map(refreshToken, (kept) => kept === book.validRefreshToken))
    }))
})
