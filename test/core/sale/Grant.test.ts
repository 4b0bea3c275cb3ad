import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { staysWithChip } from "@wristbank/core/base/TagUid"
import { grantFreeTicket, grantVouchers, NewFreeTicketGrant, openFreeTag } from "@wristbank/core/sale/Grant"
import { Result, Schema } from "effect"
import { accounts, customer, customerAccountId, customerTagId, euro, event, refusal } from "./OrderWorld.ts"

const Uid = Schema.Literals([7n, 8n, 0x08_a1_b2_c3n])
const Node = Schema.Literals([1n, 5n, 6n])

const Known = Schema.Struct({
  tag: Schema.NullOr(Schema.Struct({
    id: Schema.Literal(3n),
    nodeId: Node,
    uid: Schema.NullOr(Uid),
    variantIds: Schema.Array(Schema.BigInt),
    used: Schema.Boolean
  })),
  chipTaken: Schema.Boolean,
  reserved: Schema.Boolean,
  newAccountId: Schema.Literal(1234n)
})

describe("a free ticket", () => {
  it.prop(
    "gives out a tag exactly when it is no one's, lies here, and the chip is its own",
    [Known, Uid],
    ([known, uid]) => {
      const { chipTaken, reserved, tag } = known
      const outcome = openFreeTag(known, { user_tag_uid: uid }, [1n, 5n])
      const possible = tag !== null && tag.nodeId !== 6n && !tag.used && (tag.uid === null || tag.uid === uid) &&
        !chipTaken && !reserved && (tag.uid !== null || staysWithChip(uid))
      assert.strictEqual(Result.isSuccess(outcome), possible)
      if (Result.isFailure(outcome)) {
        const expected = tag === null || tag.nodeId === 6n
          ? "order.free_tag_unknown"
          : tag.used
          ? "order.free_tag_used"
          : reserved
          ? "order.free_tag_reserved"
          : chipTaken
          ? "order.chip_taken"
          : tag.uid === null
          ? "organisation.chip_fleeting"
          : "organisation.pin_of_other_chip"
        assert.strictEqual(refusalName(outcome.failure), expected)
      } else {
        assert.deepStrictEqual({ ...outcome.success }, {
          userTagId: 3n,
          uid,
          accountId: 1234n,
          ticketVoucherId: null,
          credit: euro("0")
        })
      }
    },
    { arbitrary: { runs: 1000 } }
  )
})

describe("vouchers are granted", () => {
  it("with a free ticket", () => {
    const draft = Result.getOrThrow(grantFreeTicket(customerAccountId, 3, event))
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.voucher_create, target: customerAccountId, amount: euro("0"), vouchers: 3 }
    ])
    assert.deepInclude(Result.getOrThrow(grantFreeTicket(customerAccountId, 0, event)), { postings: [], guards: [] })
    assert.strictEqual(
      refusalName(refusal(grantFreeTicket(customerAccountId, 1001, event))),
      "order.grant_out_of_range"
    )
    const read = Schema.decodeUnknownResult(Schema.toCodecJson(NewFreeTicketGrant))
    const tag = { user_tag_pin: "PIN", user_tag_uid: 5 }
    assert.deepInclude(Result.getOrThrow(read(tag)), { initial_voucher_amount: 0 })
    assert.isTrue(Result.isFailure(read({ ...tag, initial_voucher_amount: -1 })))
  })

  it("to a customer", () => {
    const draft = Result.getOrThrow(grantVouchers(customer("0", 3), 4, event))
    assert.strictEqual(draft.postings[0]?.vouchers, 4)
    assert.deepStrictEqual(draft.guards, [{
      accountId: customerAccountId,
      balance: euro("0"),
      vouchers: 4,
      minimum: null,
      maximum: null,
      userTagId: customerTagId
    }])
    for (const vouchers of [0, -1, 1001]) {
      assert.strictEqual(
        refusalName(refusal(grantVouchers(customer("0", 3), vouchers, event))),
        "order.grant_out_of_range"
      )
    }
    const full = grantVouchers(customer("0", 1_000_000), 1, event)
    assert.strictEqual(refusalName(refusal(full)), "order.vouchers_too_many")
  })
})
