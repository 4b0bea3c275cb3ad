import { assert, layer } from "@effect/vitest"
import { originators } from "@wristbank/core/organisation/AuditLog"
import { AuditLogRepository } from "@wristbank/core/organisation/AuditLogRepository"
import { Effect, Layer } from "effect"
import { databaseLayer } from "../../support/database.ts"

layer(Layer.provideMerge(AuditLogRepository.layer, databaseLayer), { excludeTestServices: true })(
  "an entry of the audit log",
  (it) => {
    const entry = { nodeId: 0n, logType: "user_sign_in_failed", userId: null, terminalId: null } as const
    const inserted = (content: object) =>
      Effect.flatMap(AuditLogRepository, ({ insert }) => insert({ ...entry, content }))

    it.effect("always says who did it", () =>
      Effect.gen(function*() {
        const { list } = yield* AuditLogRepository
        const error = yield* Effect.flip(inserted({ address: "10.0.0.1" }))
        assert.include(JSON.stringify(error.reason), "audit_log_originator")
        yield* inserted({ address: "10.0.0.1", by: originators.visitor })
        yield* inserted({ login: "olga", by: "root@till-server" })
        const all = { logType: null, objectType: null, objectId: null, userId: null, from: null, until: null }
        const entries = yield* list({ ...all, nodeId: 0n, withContent: false, limit: 10, cursor: null })
        assert.deepStrictEqual(entries.map(({ originating_account }) => originating_account), [
          "root@till-server",
          "visitor"
        ])
      }))
  }
)
