import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { Installation } from "@wristbank/core/organisation/Installation"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"

const install = (login: string, password: string) =>
  Installation.use((installation) => installation.install({ login, password: Redacted.make(password) }))

layer(servicesLayer, { excludeTestServices: true })("the installation", (it) => {
  it.effect("makes one administrator of an empty database, once", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const refused = yield* Effect.forEach(
        [
          install("admin", "too short"),
          install("  ", "long enough password"),
          install("admin", "admin-admin-2026"),
          install("admin", "1234567890")
        ],
        (attempt) => Effect.flip(attempt)
      )
      assert.deepStrictEqual(refused.map(refusalName), [
        "organisation.administrator_password_short",
        "organisation.administrator_login_invalid",
        "organisation.password_is_login",
        "organisation.password_repeats"
      ])
      assert.isTrue(yield* Installation.use(({ isEmpty }) => isEmpty))
      const made = yield* Effect.all(
        Array.from({ length: 4 }, (_, n) => install(`admin${n}`, "long enough password")),
        { concurrency: 4 }
      )
      assert.deepStrictEqual(made.filter((done) => done), [true])
      // A later start finds an existing user, whatever it is configured to create.
      assert.isFalse(yield* install("intruder", "short"))
      const [admin] = yield* sql`select must_change_password from usr`
      assert.deepStrictEqual({ ...admin }, { must_change_password: false })
      const [counts] = yield* sql`select (select count(*) from usr) as users, (select count(*) from user_role) as roles,
        (select count(*) from user_to_role) as assigned, (select count(*) from node) as nodes,
        (select count(*) from event) as events, (select count(*) from account) as accounts`
      assert.deepStrictEqual({ ...counts }, { users: 1n, roles: 1n, assigned: 1n, nodes: 1n, events: 0n, accounts: 0n })
      const [role] =
        yield* sql`select name, node_id, is_privileged, 'user_management' = any(privileges) as manages from user_role`
      assert.deepStrictEqual({ ...role }, { name: "admin", node_id: 0n, is_privileged: true, manages: true })
    }))
})
