import { Context, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type Change, Changes } from "../organisation/Changes.ts"
import { eventPath } from "../organisation/Node.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { manage } from "../organisation/UserChange.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import { SignIns } from "./SignIns.ts"
import {
  canSwitchTags,
  complete,
  decide,
  fromPins,
  type RequestedSwitch,
  type SwitchCustomerTagPayload,
  type SwitchTagOfPayload,
  type SwitchTagPayload,
  type TagSwitch
} from "./TagSwitch.ts"
import { type TagPlace, TagSwitchRepository } from "./TagSwitchRepository.ts"
import { tagSwitchRules } from "./TagSwitchRules.ts"
import type { TerminalCall } from "./TerminalGuard.ts"

/** Moves accounts from one tag to another. */
export class TagSwitches extends Context.Service<TagSwitches>()("core/TagSwitches", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const codes = yield* PrintedCodes
    const signIns = yield* SignIns
    const tags = yield* TagSwitchRepository

    /** The request with its PINs as they are stored. */
    const withPins = Effect.fnUntraced(function*({ eventId }: TagPlace, request: RequestedSwitch) {
      const [old = "", next = ""] = yield* codes.pins(eventId, [request.old_user_tag_pin, request.new_user_tag_pin])
      return { ...request, old_user_tag_pin: old, new_user_tag_pin: next }
    })

    /**
     * Moves an account inside a transaction. Money and vouchers stay on it; the old tag has no account any more. A booking
     * that runs on the old tag is either finished before or refused, because storing compares the tag with the one it was
     * decided for. An owner is given if the account may have no tag, and so is not found by its old one.
     */
    const move = Effect.fnUntraced(
      function*(place: TagPlace, held: ReadonlySet<Privilege>, typed: RequestedSwitch, owner: bigint | null) {
        const request = yield* withPins(place, typed)
        yield* tags.lock(place, request)
        const { oldTag, ...found } = yield* tags.find(place, request)
        const owned = oldTag === null ? null : { ...oldTag, accountId: oldTag.accountId ?? owner }
        const decided = yield* Effect.fromResult(decide(request, { ...found, oldTag: owned }))
        // A staff tag lets its finder sign in as its holder, so the caller needs the right to manage the holder's roles.
        const roles = yield* tags.rolesOfHolder({ eventId: place.eventId, accountId: decided.accountId })
        yield* Effect.fromResult(manage(held, roles))
        yield* tags.store(place, decided, request)
        return { ...decided, comment: request.comment }
      },
      Effect.catchIf(isTaken, () => InvalidArgument.of(tagSwitchRules.chip_just_used))
    )

    /** Switches a tag at a terminal, for a signed-in user with `customer_management`. */
    const run = Effect.fn("TagSwitches.run")(function*(
      terminal: TerminalCall<"customer_management">,
      request: SwitchTagPayload
    ) {
      const authorised = yield* signIns.authorise(terminal, { till: false, write: true })
      const { eventId, pathIds } = authorised.place
      const place = { eventId, eventPath: pathIds.slice(pathIds.indexOf(eventId)) }
      return yield* changes.run(
        authorised.actor,
        toChange,
        Effect.andThen(authorised.stillOpen, move(place, authorised.privileges, request, null))
      )
    }, Effect.asVoid)

    /** Gives a guest another tag in the back office, also one who has none at the moment. */
    const ofGuest = Effect.fn("TagSwitches.ofGuest")(function*(
      caller: AtEvent,
      accountId: bigint,
      request: SwitchTagOfPayload
    ) {
      const place = { eventId: caller.eventId, eventPath: eventPath(caller.node) }
      return yield* changes.run(
        caller,
        toChange,
        Effect.gen(function*() {
          const held = yield* access.stillHeld(caller, canSwitchTags)
          const nodes = yield* access.reach(caller, canSwitchTags)
          const [pin = ""] = yield* codes.pins(caller.eventId, [request.new_user_tag_pin])
          const named = yield* tags.ofGuest(place, accountId, pin)
          if (named === undefined || !nodes.includes(named.node_id)) {
            return yield* new NotFound({ element_type: "customer", element_id: accountId })
          }
          return yield* move(place, held, yield* Effect.fromResult(complete(request, named)), accountId)
        })
      )
    }, Effect.asVoid)

    /** As `ofGuest`, for a guest who is known by the PIN of their present tag. */
    const byPin = Effect.fn("TagSwitches.byPin")(
      (caller: AtEvent, request: SwitchCustomerTagPayload) =>
        changes.run(
          caller,
          toChange,
          Effect.gen(function*() {
            const held = yield* access.stillHeld(caller, canSwitchTags)
            const place = { eventId: caller.eventId, eventPath: yield* access.reach(caller, canSwitchTags) }
            return yield* move(place, held, fromPins(request), null)
          })
        ),
      Effect.asVoid
    )

    return { byPin, ofGuest, run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, PrintedCodes.layer, SignIns.layer, TagSwitchRepository.layer])
  )
}

/** The tags without their PINs, as a PIN opens an account in the portal. */
const toChange = ({ accountId, comment, newTagId, oldTagId }: TagSwitch & { readonly comment: string }): Change => ({
  logType: "account_user_tag_changed",
  content: { account_id: accountId, old_user_tag_id: oldTagId, new_user_tag_id: newTagId, comment }
})
