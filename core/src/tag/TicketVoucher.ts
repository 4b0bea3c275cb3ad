import { Effect, Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { atMost, SingleLine, Text } from "../primitives/Text.ts"

const orNull = <S extends Schema.Constraint>(schema: S) =>
  Schema.NullOr(schema).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

/** A ticket that was bought in the shop, to be handed out at a till. */
export class NewTicketVoucher extends Schema.Class<NewTicketVoucher>("NewTicketVoucher")({
  /** What the guest shows; compared to the letter, unique in the installation. */
  token: Schema.String.check(
    atMost(255),
    Schema.isPattern(/^[^\u0000-\u001f\u007f]+$/, { expected: "text in one line" })
  ),
  /** The position of the order in the shop. */
  external_reference: orNull(Text),
  external_link: orNull(Text),
  /** Of whoever the ticket is for. */
  email: orNull(SingleLine)
}) {}

/** A ticket voucher; its account exists, and may hold money, before a tag is handed out for it. */
export class TicketVoucher extends Schema.Class<TicketVoucher>("TicketVoucher")({
  id: Id,
  node_id: Id,
  created_at: Schema.DateTimeUtc,
  customer_account_id: Id,
  token: Schema.String
}) {}

/** Vouchers that one call may issue. */
export const issueLimit = 10_000

/** Vouchers that can be issued as far as the list itself tells: no token twice. */
export const issuable = (vouchers: ReadonlyArray<NewTicketVoucher>): Result.Result<void, InvalidArgument> => {
  if (vouchers.length > issueLimit) return refuse(`At most ${issueLimit} pre-sale vouchers can be issued at once`)
  return new Set(vouchers.map(({ token }) => token)).size < vouchers.length
    ? refuse("A pre-sale voucher is in the list twice")
    : Result.succeed(undefined)
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
