import { Context, Effect, Layer } from "effect"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import type { Page } from "../sql/Page.ts"
import { maySeeMails } from "./Mail.ts"
import { MailRepository } from "./MailRepository.ts"
import { Mails } from "./Mails.ts"

/** The unsent mail of an event, for its administrators. */
export class UnsentMails extends Context.Service<UnsentMails>()("core/UnsentMails", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const mails = yield* Mails
    const repository = yield* MailRepository

    const atTop = (caller: AtEvent) => access.requireAt(caller, caller.eventId, maySeeMails)

    /** Mail that failed or waits for another try, oldest first. */
    const list = Effect.fn("UnsentMails.list")((caller: AtEvent, page: Page) =>
      Effect.andThen(atTop(caller), Effect.orDie(repository.unsent(caller.eventId, page)))
    )

    /** Retries one of them, or all (`id` null), as if they were new; returns their ids. */
    const retry = Effect.fn("UnsentMails.retry")((caller: AtEvent, id: bigint | null) =>
      Effect.andThen(atTop(caller), mails.retry({ ...caller, node: { id: caller.eventId } }, id))
    )

    return { list, retry }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, MailRepository.layer, Mails.layer])
  )
}
