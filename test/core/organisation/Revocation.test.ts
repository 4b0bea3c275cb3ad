import { afterAll, assert, layer } from "@effect/vitest"
import { hash as argon2 } from "@node-rs/argon2"
import { Accounts } from "@wristbank/core/guest/Accounts"
import { CustomerSessions } from "@wristbank/core/guest/CustomerSessions"
import { Access } from "@wristbank/core/organisation/Access"
import { PasswordChanges } from "@wristbank/core/organisation/PasswordChanges"
import { SecondFactors } from "@wristbank/core/organisation/SecondFactors"
import { Sessions } from "@wristbank/core/organisation/Sessions"
import type { RuleName } from "@wristbank/core/Rules"
import { NodeArchives } from "@wristbank/core/till/NodeArchives"
import { TagSwitches } from "@wristbank/core/till/TagSwitches"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { UserChanges } from "@wristbank/core/wristband/UserChanges"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { login as asking } from "../../support/FestivalTill.ts"
import { appCode } from "../../support/SecondFactor.ts"
import { counted, tell } from "../../support/Torture.ts"

/** Rounds for each kind of revocation. */
const rounds = Number(process.env.REVOCATION_ROUNDS ?? 4)

/** Sessions of all tests: those that were opened, and those that outlived the right to them. */
const tally = { opened: 0, alive: 0 }
afterAll(() => tell(`${counted(tally.opened)} sessions opened, ${counted(tally.alive)} alive without a right to them`))

/**
 * Runs four users who sign in repeatedly until they are refused, while `revoke` ends all sessions: at once, or after
 * the first sign-in. Returns the tokens they got.
 */
const during = Effect.fnUntraced(function*<E, R, F>(
  signIn: Effect.Effect<string | undefined, E, R>,
  revoke: Effect.Effect<unknown, F>,
  later: boolean
) {
  const tokens: Array<string> = []
  const gotIn = yield* Deferred.make<void>()
  const guesser = Effect.gen(function*() {
    // Seven each, because the limit is thirty sign-ins of an account in a quarter of an hour.
    for (let n = 0; n < 7; n++) {
      const token = yield* signIn
      if (token === undefined) return
      tokens.push(token)
      yield* Deferred.succeed(gotIn, undefined)
    }
  })
  const guessers = yield* Effect.forkChild(Effect.all([guesser, guesser, guesser, guesser], { concurrency: 4 }))
  if (later) yield* Deferred.await(gotIn)
  yield* revoke
  yield* Fiber.join(guessers)
  return tokens
})

const refusedAs = <A, E extends { readonly _tag: string; readonly rule?: string }>(
  rule: RuleName,
  effect: Effect.Effect<A, E>
) => Effect.catchIf(effect, (error) => error.rule === rule, () => Effect.undefined)

/** A round: whose sessions end, the address of the sign-ins, and whether a sign-in comes first. */
interface Round<Subject> {
  readonly subject: Subject
  readonly address: string
  readonly later: boolean
  readonly n: number
}

/** Runs a round for each subject and asserts that none of the issued tokens works. */
const noneSurvives = Effect.fnUntraced(function*<Subject, E, R>(
  subjects: ReadonlyArray<Subject>,
  round: (round: Round<Subject>) => Effect.Effect<ReadonlyArray<string>, E, R>,
  works: (token: string) => Effect.Effect<boolean, never, R>
) {
  let opened = 0
  const alive: Array<number> = []
  for (const [n, subject] of subjects.entries()) {
    const tokens = yield* round({ subject, address: `10.0.${n >> 8}.${n & 255}`, later: n % 2 === 1, n })
    opened += tokens.length
    for (const token of tokens) if (yield* works(token)) alive.push(n)
  }
  tally.opened += opened
  tally.alive += alive.length
  assert.deepStrictEqual(alive, [], "rounds after which sessions lived")
  assert.isAbove(opened, 0, "nobody signed in, so nothing was tried")
})

const password = Redacted.make("a password that is cheap to check")

/** Back-office users of the event with passwords that are fast to check. */
const people = Effect.fnUntraced(function*(count: number) {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const cheap = yield* Effect.promise(() =>
    argon2(Redacted.value(password), { memoryCost: 8, timeCost: 1, parallelism: 1 })
  )
  return yield* sql<{ id: bigint; login: string }>`insert into usr (node_id, event_id, login, password_hash)
    select ${event}, ${event}, gen_random_uuid()::text, ${cheap} from generate_series(1, ${count}) returning id, login`
})

/** Guests of an event with a tag each, and an unused PIN for each of them. */
const guests = Effect.fnUntraced(function*(event: number, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into user_tag_secret (event_id, node_id, key0, key1, description)
    values (${event}, ${event}, '', '', '') on conflict do nothing`
  return yield* sql<{ accountId: bigint; pin: string; freePin: string }>`with tag as (
      insert into user_tag (event_id, node_id, pin, secret_id)
      select ${event}, ${event}, kind || gen_random_uuid(), secret.id
      from user_tag_secret secret, unnest(array['WORN-', 'FREE-']) as kind, generate_series(1, ${count})
      where secret.event_id = ${event} returning id, pin
    ), opened as (
      insert into account (event_id, node_id, type, user_tag_id)
      select ${event}, ${event}, 'private', id from tag where pin like 'WORN-%' returning id, user_tag_id
    ), customer as (
      insert into customer (event_id, account_id) select ${event}, id from opened
    )
    select opened.id as "accountId", worn.pin, free.pin as "freePin"
    from (select opened.*, row_number() over () as n from opened) as opened
      join tag worn on worn.id = opened.user_tag_id
      join (select pin, row_number() over () as n from tag where pin like 'FREE-%') as free on free.n = opened.n`
})

const guestSignIn = (event: number, pin: string, address: string) =>
  CustomerSessions.use((sessions) =>
    sessions.signIn({ pin, node_id: BigInt(event), user_tag_uid: null }, address).pipe(
      Effect.map(({ access_token }) => access_token),
      (signedIn) => refusedAs("account.sign_in_failed", signedIn),
      (signedIn) => refusedAs("account.wristband_blocked", signedIn),
      (signedIn) => refusedAs("account.wristband_exchanged", signedIn)
    )
  )

const guestWorks = (token: string) => CustomerSessions.use((sessions) => Effect.isSuccess(sessions.verify(token)))

const officeAttempt = { kind: "bearer", nodeId: null, code: null, browser: null, device: null } as const

const officeSignIn = (login: string, address: string) =>
  Sessions.use((sessions) =>
    sessions.signIn({ ...officeAttempt, login, password, address }).pipe(
      Effect.map(({ success }) => success?.token),
      (signedIn) => refusedAs("organisation.sign_in_failed", signedIn),
      (signedIn) => refusedAs("organisation.code_needed", signedIn)
    )
  )

const officeWorks = (token: string) =>
  Sessions.use((sessions) => Effect.isSuccess(sessions.verify({ token, kind: "bearer" })))

/** The administrator at an event. */
const administratorAt = Effect.fnUntraced(function*(event: number) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
  const access = yield* Access
  return yield* access.atEvent(
    { userId: user!.id },
    BigInt(event),
    { privileges: ["node_administration", "user_management"], write: true }
  )
})

/** Asserts for each round that no session of a guest survives when their sessions end during sign-ins. */
const noGuestSurvives = Effect.fnUntraced(function*<F>(
  event: number,
  revoke: (guest: Effect.Success<ReturnType<typeof guests>>[number], n: number) => Effect.Effect<unknown, F>
) {
  yield* noneSurvives(
    yield* guests(event, rounds),
    ({ address, later, n, subject }) => during(guestSignIn(event, subject.pin, address), revoke(subject, n), later),
    guestWorks
  )
})

layer(Festival.layer, { excludeTestServices: true })("of sessions that are being opened none outlives", (it) => {
  it.effect("the switch of the wristband", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const till = yield* tills.open()
      done(yield* till.post("/user/login", asking(yield* worker(["terminal_login", "customer_management"]))))
      const guard = yield* TerminalGuard
      const terminal = guard.call(yield* guard.signedIn(till.token, "127.0.0.1"), ["customer_management"])
      const switches = yield* TagSwitches
      yield* noGuestSurvives(event, ({ freePin, pin }, n) =>
        switches.run(terminal, {
          old_user_tag_pin: pin,
          new_user_tag_pin: freePin,
          new_user_tag_uid: 0x05_00_00_01n + BigInt(n),
          comment: "lost",
          confirm_restriction_change: false
        }))
    }))

  it.effect("the disabling of the wristband", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const accounts = yield* Accounts
      const caller = yield* administratorAt(event)
      yield* noGuestSurvives(event, ({ accountId }) => accounts.disable(caller, accountId))
    }))

  it.effect("the archiving of the event, also when it comes back from the archive", () =>
    Effect.gen(function*() {
      const { admin } = yield* Festival
      const closings = yield* NodeArchives
      const event = yield* created(
        admin("POST", "/tree/nodes/0/create-event", { ...eventSettings, name: randomUUID(), description: "" })
      )
      const caller = yield* administratorAt(event)
      const archived: Array<string> = []
      yield* noneSurvives(
        yield* guests(event, rounds),
        Effect.fnUntraced(function*({ address, later, subject }) {
          const tokens = yield* during(guestSignIn(event, subject.pin, address), closings.archive(caller), later)
          for (const token of tokens) if (yield* guestWorks(token)) archived.push(token)
          yield* closings.unarchive({ ...caller, requirement: { write: false, objectType: null } })
          return tokens
        }),
        guestWorks
      )
      assert.deepStrictEqual(archived, [])
    }))

  it.effect("a password that an administrator sets", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const changes = yield* UserChanges
      const caller = yield* administratorAt(event)
      const set = (id: bigint) => changes.changePassword(caller, id, { new_password: "nobody will guess it" })
      yield* noneSurvives(
        yield* people(rounds),
        ({ address, later, subject: { id, login } }) => during(officeSignIn(login, address), set(id), later),
        officeWorks
      )
    }))

  it.effect("a second factor that its user sets up, but for the session that does", () =>
    Effect.gen(function*() {
      const sessions = yield* Sessions
      const factors = yield* SecondFactors
      const own: Array<string> = []
      yield* noneSurvives(
        yield* people(rounds),
        Effect.fnUntraced(function*({ address, later, subject: { login } }) {
          const token = (yield* officeSignIn(login, address))!
          own.push(token)
          const session = yield* sessions.verify({ token, kind: "bearer" })
          const { secret } = yield* factors.begin(session, Redacted.value(password), address)
          const confirm = Effect.flatMap(appCode(secret), (code) => factors.confirm(session, code))
          return yield* during(officeSignIn(login, address), confirm, later)
        }),
        officeWorks
      )
      for (const token of own) assert.isTrue(yield* officeWorks(token))
    }))

  it.effect("a password that its user sets, but for the session that sets it", () =>
    Effect.gen(function*() {
      const sessions = yield* Sessions
      const passwords = yield* PasswordChanges
      const own: Array<string> = []
      yield* noneSurvives(
        yield* people(rounds),
        Effect.fnUntraced(function*({ address, later, n, subject: { login } }) {
          const token = (yield* officeSignIn(login, address))!
          own.push(token)
          const session = yield* sessions.verify({ token, kind: "bearer" })
          const next = Redacted.make("nobody will guess it")
          return yield* during(
            officeSignIn(login, address),
            passwords.change(session, password, next, `192.0.2.${n & 255}`),
            later
          )
        }),
        officeWorks
      )
      for (const token of own) assert.isTrue(yield* officeWorks(token))
    }))

  it.effect("the removal of the user, who is deleted or was here before", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const changes = yield* UserChanges
      const caller = yield* administratorAt(event)
      yield* noneSurvives(
        yield* people(rounds),
        Effect.fnUntraced(function*({ address, later, n, subject: { id, login } }) {
          // A user who signed in before is named in the audit log, and so is deactivated, not deleted.
          if (n % 4 < 2) assert.isDefined(yield* officeSignIn(login, address))
          return yield* during(officeSignIn(login, address), changes.remove(caller, id), later)
        }),
        officeWorks
      )
    }))
})
