import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import { Changes } from "../organisation/Changes.ts"
import { lastingChip } from "../organisation/LastingChip.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import { SignIns } from "./SignIns.ts"
import { tagSwitchRules } from "./TagSwitchRules.ts"
import type { TerminalCall } from "./TerminalGuard.ts"

/** A wristband that was presented with its chip and the PIN that is printed on it. */
export interface PresentedTag {
  readonly tag_uid: bigint
  readonly tag_pin: string
}

const Waiting = Schema.Struct({ id: Id, account_id: Id })

/** Stores the chips of wristbands that the back office gave to guests by their PIN alone. */
export class TagChips extends Context.Service<TagChips>()("core/TagChips", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const codes = yield* PrintedCodes
    const signIns = yield* SignIns
    const sql = yield* SqlClient.SqlClient

    const waiting = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, pathIds: Schema.Array(Id), pin: Schema.String, uid: TagUid }),
      Result: Waiting,
      execute: ({ eventId, pathIds, pin, uid }) =>
        sql`select tag.id, account.id as account_id
          from user_tag tag join account on account.event_id = tag.event_id and account.user_tag_id = tag.id
          where tag.event_id = ${eventId} and tag.pin = ${pin} and tag.node_id = any(${pathIds}::bigint[]) and tag.uid is null
            and not exists (select from user_tag other where other.event_id = ${eventId} and other.uid = ${
          String(uid)
        }::numeric)
            and not exists (select from reserved_tag where event_id = ${eventId} and uid = ${String(uid)}::numeric)`
    })

    /**
     * Stores the chip of a presented wristband that belongs to an account and whose chip is not known yet. Any other is left as
     * it is. From then on tills find the guest by the chip, and the chip stays.
     */
    const bind = Effect.fn("TagChips.bind")(
      function*(terminal: TerminalCall<"can_book_orders">, tags: ReadonlyArray<PresentedTag>) {
        const { actor, place: { eventId, pathIds }, stillOpen } = yield* signIns.authorise(terminal, {
          till: true,
          write: true
        })
        const pins = yield* codes.pins(eventId, tags.map(({ tag_pin }) => tag_pin))
        const bindOne = Effect.fnUntraced(function*({ tag_uid }: PresentedTag, at: number) {
          const [tag] = yield* waiting({ eventId, pathIds, pin: pins[at]!, uid: tag_uid })
          if (tag === undefined) return
          yield* Effect.fromResult(lastingChip(tag_uid))
          const store = Effect.gen(function*() {
            yield* stillOpen
            const stored = yield* sql`update user_tag set uid = ${String(tag_uid)}::numeric
              where event_id = ${eventId} and id = ${tag.id} and uid is null returning id`
            if (stored.length === 0) return yield* InvalidArgument.of(tagSwitchRules.chip_just_used)
          })
          yield* changes.run(
            actor,
            () => ({ logType: "user_tag_chip_bound", content: { user_tag_id: tag.id, account_id: tag.account_id } }),
            store,
            { withoutVersion: true }
          )
        })
        yield* Effect.forEach(tags, bindOne, { discard: true })
      },
      Effect.catchIf(isTaken, () => InvalidArgument.of(tagSwitchRules.chip_just_used)),
      dieOnInfrastructure
    )

    return { bind }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, PrintedCodes.layer, SignIns.layer])
  )
}
