import { assert, layer } from "@effect/vitest"
import { serverAddress, written } from "@wristbank/cli/remote/ServerAddress"
import { callsOf } from "@wristbank/http/client/ServerCalls"
import { Effect, Redacted, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { type Body, created, done } from "../support/FestivalServer.ts"
import { appCode, enrol } from "../support/SecondFactor.ts"
import { runCommand } from "./runCommand.ts"

const folder = mkdtempSync(join(tmpdir(), "wristbank-login-"))
const file = join(folder, "wristbank/sessions.json")

const command = (...args: ReadonlyArray<string>) =>
  Effect.promise(() =>
    runCommand(args, { cwd: folder, environment: { XDG_CONFIG_HOME: folder, SECRET: administrator.password } })
  )

const printed = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* command(...args)
  assert.strictEqual(code, 0, stderr)
  return stdout.trimEnd()
})

const refused = Effect.fnUntraced(function*(expected: string, ...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* command(...args)
  assert.oneOf(code, [1, 2, 4], stdout)
  assert.include(stderr.replaceAll(/\s+/g, " "), expected)
  assert.notInclude(stderr, administrator.password)
})

const sessions = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql`select from user_session where kind = 'bearer'`, (rows) => rows.length)
)

/** The address of a server that is not Wristbank and answers everything with a text. */
const stranger = (status: number, text: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise<ReturnType<typeof createServer>>(() =>
        new Promise((ready) => {
          const server = createServer((_request, response) => response.writeHead(status).end(text))
          server.listen(0, "127.0.0.1", () => ready(server))
        })
      ),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

layer(Festival.layer, { excludeTestServices: true })("wristbank login and logout", (it) => {
  it.effect("keep a token that only this account can read, and end its session", () =>
    Effect.gen(function*() {
      const { address } = yield* Festival
      const server = `${address}/administration`
      const before = yield* sessions
      const login = ["login", server, "--as", administrator.login, "--password-env", "SECRET"]
      assert.include(yield* printed(...login), `Signed in at ${server} as ${administrator.login}`)
      assert.strictEqual(yield* sessions, before + 1)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(statSync(join(folder, "wristbank")).mode & 0o777, 0o700)
      const [kept] = JSON.parse(readFileSync(file, "utf8"))
      assert.deepInclude(kept, { server, login: administrator.login })
      assert.notInclude(readFileSync(file, "utf8"), administrator.password)

      yield* printed(...login)
      assert.lengthOf(JSON.parse(readFileSync(file, "utf8")), 1, "one sign-in for each server")
      chmodSync(file, 0o644)
      yield* refused("others may read", "logout")
      chmodSync(file, 0o600)
      assert.strictEqual(yield* printed("logout"), `Signed out at ${server}.`)
      assert.deepStrictEqual(JSON.parse(readFileSync(file, "utf8")), [])
      assert.strictEqual(yield* sessions, before + 1, "the session of the first sign-in ends by itself")
      yield* refused("You are not signed in anywhere", "logout")
      assert.deepStrictEqual(readdirSync(join(folder, "wristbank")), ["sessions.json"])
      writeFileSync(file, "[{")
      yield* refused("is damaged", "logout")
      writeFileSync(file, "[]")
    }))

  it.effect("name what is wrong, and keep nothing", () =>
    Effect.gen(function*() {
      const { address, admin } = yield* Festival
      const server = `${address}/administration`
      const other = yield* stranger(200, "<html>hello</html>")
      const as = ["--as", administrator.login, "--password-env", "SECRET"]
      yield* refused("without encryption", "login", "http://wristbank.example", ...as)
      yield* refused("is no server of Wristbank", "login", other, ...as)
      yield* refused("does not answer", "login", "http://127.0.0.1:1", ...as)
      yield* refused("Login or password are wrong", "login", server, "--as", "nobody", "--password-env", "SECRET")
      yield* refused("No one can be asked here", "login", server, "--as", administrator.login)
      const { secret } = yield* enrol((path, body) => admin("POST", path, body as Body), administrator.password)
      const before = yield* sessions
      yield* refused("A second factor is needed: give its code with --code", "login", server, ...as)
      yield* refused("The code is wrong", "login", server, ...as, "--code", "000000")
      assert.strictEqual(yield* sessions, before)
      yield* printed("login", server, ...as, "--code", yield* appCode(secret, 1))
      yield* refused("You are not signed in at https://other.example", "logout", "other.example")
      yield* printed("logout", server)
    }))

  it.effect("take the node of one of several users by its name or number, and refuse one that is not the user's", () =>
    Effect.gen(function*() {
      const { address, at, event, office } = yield* Festival
      const server = `${address}/administration`
      const person = {
        login: "twin",
        display_name: "Twin",
        description: null,
        password: administrator.password,
        user_tag_pin: null,
        user_tag_uid_hex: null
      }
      const club = yield* created(at(0)("POST", "/tree/nodes/0/create-node", { name: "Harbour Club", description: "" }))
      done(yield* office("POST", "/users", person))
      done(yield* at(club)("POST", "/users", person))
      const login = ["login", server, "--as", "twin", "--password-env", "SECRET"]
      const before = yield* sessions
      yield* refused("so name the node with --node", ...login)
      yield* refused("There is no node Fest", ...login, "--node", "Fest")
      assert.strictEqual(yield* sessions, before)
      for (const node of ["Festival", String(event), "Harbour Club"]) {
        yield* printed(...login, "--node", node)
        yield* printed("logout", server)
      }
      done(yield* office("POST", "/users", { ...person, login: "single" }))
      const single = ["login", server, "--as", "single", "--password-env", "SECRET"]
      yield* refused("Harbour Club", ...single, "--node", "Harbour Club")
      assert.strictEqual(yield* sessions, before)
      yield* printed(...single, "--node", "Festival")
      yield* printed("logout", server)
    }))

  it.effect("print no control characters of a server, and follow no redirection with a token", () =>
    Effect.gen(function*() {
      const token = Redacted.make("secret")
      const failure = Effect.fnUntraced(function*(status: number, text: string) {
        const call = callsOf({ api: yield* stranger(status, text), token, timeoutSeconds: 30 })
        return yield* Effect.flip(call({ path: "/now", answer: Schema.Unknown }))
      })
      assert.strictEqual((yield* failure(400, `{"message":"\\u001b[2Jgone"}`)).message, "?[2Jgone")
      assert.strictEqual((yield* failure(302, ""))._tag, "AnswerUnknown")
      assert.strictEqual((yield* failure(503, ""))._tag, "ServerAway")
    }))

  it("takes an address as it is typed, and asks for encryption elsewhere", () => {
    const of = (typed: string, plainHttp = false) =>
      Result.match(serverAddress(typed, { plainHttp }), { onSuccess: written, onFailure: () => null })
    assert.strictEqual(of("festival.example"), "https://festival.example")
    assert.strictEqual(of("festival.example/office/"), "https://festival.example/office")
    assert.strictEqual(of("localhost:8000"), "http://localhost:8000")
    assert.strictEqual(of("127.0.0.1:8000"), "http://127.0.0.1:8000")
    assert.strictEqual(of("[::1]:8000"), "http://[::1]:8000")
    assert.strictEqual(of("http://127.0.0.1.evil.example"), null)
    assert.strictEqual(of("localhost.evil.example"), "https://localhost.evil.example")
    assert.strictEqual(of("http://10.0.0.5:8000"), null)
    assert.strictEqual(of("http://10.0.0.5:8000", true), "http://10.0.0.5:8000")
    assert.strictEqual(of("https://olga:secret@festival.example"), null)
    assert.strictEqual(of("ftp://festival.example"), null)
    assert.strictEqual(of("http://"), null)
  })
})
