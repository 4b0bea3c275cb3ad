import { assert, layer } from "@effect/vitest"
import { auditKinds } from "@wristbank/core/organisation/AuditKind"
import { auditIdOf, auditIdPaths, auditObjectOf, auditObjectTypes } from "@wristbank/core/organisation/AuditObject"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { type Body, created, done, listOf } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("the audit log", (it) => {
  it.effect("comes with contents if asked, and only with changes of one object", () =>
    Effect.gen(function*() {
      const { event, office, taxes } = yield* Festival
      const entries = (query: string) =>
        Effect.map(office("GET", `/tree/nodes/${event}/audit-logs?${query}`), (answer) => listOf(answer))
      const beer = { name: "Audited beer", price: 4.5, tax_rate_id: taxes.none, is_locked: false, restrictions: [] }
      const [id, other] = [
        yield* created(office("POST", "/products", beer)),
        yield* created(office("POST", "/products", {
          ...beer,
          name: "Other"
        }))
      ]
      done(yield* office("POST", `/products/${id}`, { ...beer, price: 5 }))
      const [change, creation, ...others] = yield* entries(`object_id=${id}&with_content=true`).pipe(
        Effect.map((all) => all.filter(({ log_type }) => String(log_type).startsWith("product_")))
      )
      assert.deepStrictEqual(others, [])
      assert.strictEqual(creation!.log_type, "product_created")
      const content = change!.content as Body
      assert.deepInclude(content, { id, price: 5 })
      assert.deepInclude(content.old as Body, { id, name: "Audited beer", price: 4.5 })
      assert.notStrictEqual(id, other)
      for (const entry of yield* entries("limit=5")) assert.doesNotHaveAnyKeys(entry, ["content"])
    }))

  it.effect("has a node's fee before and after a change as the call has it", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      for (const fee of [0.1, 0.025]) done(yield* office("POST", `/tree/nodes/${event}/fee`, { fee }))
      const query = "log_type=node_fee_updated&with_content=true&limit=1"
      const [change] = listOf(yield* office("GET", `/tree/nodes/${event}/audit-logs?${query}`))
      assert.deepStrictEqual(change!.content, { id: event, old: { fee: 0.1 }, new: { fee: 0.025 } })
    }))

  it.effect("has the changes of one object, whose id others of another type have too", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const id = 770_077
      const contents = [
        ...auditIdPaths.map((path) => path.reduceRight<unknown>((inner, field) => ({ [field]: inner }), id)),
        { id, user_id: 5 },
        { id: 5, user_id: id, old: { id } },
        { address: "192.0.2.1" }
      ]
      const cases = auditKinds.flatMap((kind) => contents.map((content) => ({ kind, content })))
      yield* sql`insert into audit_log (node_id, log_type, originating_user_id, content)
        select ${event}::bigint, kind, (select min(id) from usr), content::jsonb
        from unnest(
          ${cases.map(({ kind }) => kind)}::text[], ${cases.map(({ content }) => JSON.stringify(content))}::text[]
        ) with ordinality entry (kind, content, n)
        order by n`
      const found = (query: string) =>
        Effect.map(
          office("GET", `/tree/nodes/${event}/audit-logs?with_content=true&${query}`),
          (answer) => listOf(answer).map(({ content, log_type }) => ({ kind: log_type, content }))
        )
      const newestFirst = cases.toReversed()
      for (const type of auditObjectTypes) {
        const own = newestFirst.filter(({ content, kind }) =>
          auditObjectOf(kind) === type && auditIdOf(kind, content) === id
        )
        assert.isNotEmpty(own, type)
        assert.deepStrictEqual(yield* found(`object_type=${type}&object_id=${id}`), own, type)
      }
      // As before there were types: the content's own id, whatever the entry is about.
      const untyped = newestFirst.filter(({ content }) => (content as Body).id === id)
      assert.deepStrictEqual(yield* found(`object_id=${id}`), untyped)
      assert.strictEqual((yield* office("GET", `/tree/nodes/${event}/audit-logs?object_type=moon`)).status, 422)
    }))

  it.effect("keeps the earlier state of terminals, registers and stockings", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const renamed = Effect.fnUntraced(function*(path: string, kind: string, body: Body = {}) {
        const answer = done(yield* office("POST", path, { ...body, name: "Before" })).body
        const id = Number(answer.id)
        done(yield* office("POST", `${path}/${id}`, { ...body, name: "After" }))
        const [entry] = listOf(
          yield* office("GET", `/tree/nodes/${event}/audit-logs?log_type=${kind}&object_id=${id}&with_content=true`)
        )
        const content = entry!.content as Body
        assert.strictEqual(content.name, "After", kind)
        assert.strictEqual((content.old as Body).name, "Before", kind)
      })
      yield* renamed("/terminal", "terminal_updated")
      yield* renamed("/till-registers", "cash_register_updated")
      yield* renamed("/till-register-stockings", "cash_register_stocking_updated", { variable_in_euro: 10 })
    }))
})
