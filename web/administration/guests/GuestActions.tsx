import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { call, type OfficeCall } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { Confirm } from "../form/Confirm.tsx"
import { amount, count, longText, optional, text } from "../form/Field.ts"
import { useMay, useNodeId } from "../tree.ts"
import { type Guest, nameOf } from "./PayoutState.ts"
import { SwitchTag } from "./SwitchTag.tsx"
import { useTexts } from "./texts.ts"

type Action = "switch" | "balance" | "vouchers" | "comment" | "payout" | "disable"

/** What can be done for a guest, each in a dialog that says what it does. */
export const GuestActions = ({ guest }: { readonly guest: Guest }) => {
  const say = useTexts()
  const may = useMay()
  const [action, setAction] = useState<Action>()
  const isBlocked = guest.payout_export === false
  const offers: ReadonlyArray<readonly [Action, OfficeCall, string, isPossible?: boolean]> = [
    [
      "switch",
      "POST /customers/:customer_id/switch-tag",
      say.switchTag,
      guest.user_tag_id !== null || guest.tag_history.length > 0
    ],
    ["balance", "POST /accounts/:account_id/update-balance", say.correctBalance],
    ["vouchers", "POST /accounts/:account_id/update-voucher-amount", say.correctVouchers],
    ["comment", "POST /accounts/:account_id/update-comment", say.editComment],
    [
      "payout",
      isBlocked ? "POST /customers/:customer_id/allow-payout" : "POST /customers/:customer_id/prevent-payout",
      isBlocked ? say.allowPayout : say.blockPayout
    ],
    ["disable", "POST /accounts/:account_id/disable", say.disable, guest.user_tag_id !== null]
  ]
  return (
    <>
      {offers.filter(([, needed]) => may(needed)).map(([name, , words, isPossible = true]) => (
        <Button
          key={name}
          kind={name === "switch" ? "primary" : name === "disable" ? "danger" : "usual"}
          disabled={!isPossible}
          title={isPossible ? undefined : say.noWristband}
          onClick={() => setAction(name)}
        >
          {words}
        </Button>
      ))}
      {action !== undefined && <ActionDialog action={action} guest={guest} onClose={() => setAction(undefined)} />}
    </>
  )
}

interface ActionProps<Name extends Action = Action> {
  readonly action: Name
  readonly guest: Guest
  readonly onClose: () => void
}

const ActionDialog = ({ action, ...rest }: ActionProps) => {
  switch (action) {
    case "switch":
      return <SwitchTag {...rest} />
    case "payout":
      return <PayoutDialog {...rest} />
    case "disable":
      return <DisableDialog {...rest} />
    default:
      return <AccountDialog action={action} {...rest} />
  }
}

/** Corrections of the account, which are booked. */
const AccountDialog = ({ action, guest, onClose }: ActionProps<"balance" | "comment" | "vouchers">) => {
  const say = useTexts()
  const account = { params: { account_id: guest.id }, query: { node_id: useNodeId() } }
  const name = nameOf(guest)
  const reason = optional(text({ label: say.reason, hint: say.reasonHint }))
  switch (action) {
    case "balance":
      return (
        <Ask
          title={say.correctBalanceOf(name)}
          action={say.correctBalance}
          fields={{ new_balance: amount({ label: say.newBalance }), reason }}
          initial={{ new_balance: guest.balance, ...withoutReason }}
          change={(body) => call("POST /accounts/:account_id/update-balance", { ...account, body })}
          onClose={onClose}
        >
          <p>{say.correctBalanceHint}</p>
        </Ask>
      )
    case "vouchers":
      return (
        <Ask
          title={say.correctVouchersOf(name)}
          action={say.correctVouchers}
          fields={{ new_voucher_amount: count({ label: say.newVouchers }), reason }}
          initial={{ new_voucher_amount: guest.vouchers, ...withoutReason }}
          change={(body) => call("POST /accounts/:account_id/update-voucher-amount", { ...account, body })}
          onClose={onClose}
        />
      )
    case "comment":
      return (
        <Ask
          title={say.commentOf(name)}
          action={say.saveComment}
          fields={{ comment: longText({ label: say.comment, hint: say.commentHint }) }}
          initial={{ comment: guest.comment ?? "" }}
          change={(body) => call("POST /accounts/:account_id/update-comment", { ...account, body })}
          onClose={onClose}
        />
      )
  }
}

const withoutReason: { readonly reason: string | null } = { reason: null }

type DialogProps = Omit<ActionProps, "action">

const PayoutDialog = ({ guest, onClose }: DialogProps) => {
  const say = useTexts()
  const customer = { params: { customer_id: guest.id }, query: { node_id: useNodeId() } }
  const name = nameOf(guest)
  return guest.payout_export === false
    ? (
      <Confirm
        title={say.allowPayoutOf(name)}
        action={say.allowPayout}
        kind="primary"
        change={() => call("POST /customers/:customer_id/allow-payout", customer)}
        onClose={onClose}
      >
        <p>{say.allowPayoutHint}</p>
      </Confirm>
    )
    : (
      <Confirm
        title={say.blockPayoutOf(name)}
        action={say.blockPayout}
        change={() => call("POST /customers/:customer_id/prevent-payout", customer)}
        onClose={onClose}
      >
        <p>{say.blockPayoutHint}</p>
      </Confirm>
    )
}

const DisableDialog = ({ guest, onClose }: DialogProps) => {
  const say = useTexts()
  const account = { params: { account_id: guest.id }, query: { node_id: useNodeId() } }
  return (
    <Confirm
      title={say.disableOf(nameOf(guest))}
      action={say.disable}
      change={() => call("POST /accounts/:account_id/disable", account)}
      onClose={onClose}
    >
      <p>{say.disableHint}</p>
    </Confirm>
  )
}
