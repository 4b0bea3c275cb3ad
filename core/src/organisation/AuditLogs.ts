import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import type { Page } from "../sql/Page.ts"
import type { AuditFilter } from "./AuditLog.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import type { Caller } from "./Caller.ts"

/** The audit entries of a node and of all nodes below it, newest first. */
export class AuditLogs extends Context.Service<AuditLogs>()("core/AuditLogs", {
  make: Effect.gen(function*() {
    const entries = yield* AuditLogRepository

    const list = Effect.fn("AuditLogs.list")((
      caller: Caller,
      filter: AuditFilter & { readonly withContent: boolean },
      page: Page
    ) => Effect.orDie(entries.list({ ...filter, ...page, nodeId: caller.node.id })))

    const get = Effect.fn("AuditLogs.get")(function*(caller: Caller, id: bigint) {
      const [entry] = yield* Effect.orDie(entries.find({ nodeId: caller.node.id, id }))
      return entry ?? (yield* new NotFound({ element_type: "audit_log", element_id: id }))
    })

    return { get, list }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(AuditLogRepository.layer))
}
