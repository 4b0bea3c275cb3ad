import { useState } from "react"
import { Choice } from "../../kit/Preferences.tsx"
import type { OfficeAnswer } from "../calls.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { useMessages } from "../messages/messages.ts"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

interface HandOverProps {
  /** The name of the register. */
  readonly register: string
  /** Who holds it now. */
  readonly from: { readonly id: number; readonly display_name: string }
  readonly cashiers: ReadonlyArray<OfficeAnswer<"GET /cashiers/:cashier_id">>
  readonly onClose: () => void
}

/** Gives a register with its cash to another cashier, who must have none. */
export const HandOver = ({ cashiers, from, onClose, register }: HandOverProps) => {
  const say = { ...useMessages(), ...useTexts() }
  const node_id = useNodeId()
  const [chosen, choose] = useState("")
  const others = cashiers.filter(({ cash_register_id, id }) => id !== from.id && cash_register_id === null)
  const to = others.find(({ id }) => String(id) === chosen)
  return (
    <Confirm
      title={say.handOverTitle(register)}
      kind="primary"
      action={to === undefined ? say.handOver : say.handOverDo(to.display_name)}
      isReady={to !== undefined}
      change={() =>
        call("POST /till-registers/transfer-register", {
          query: { node_id },
          body: { source_cashier_id: from.id, target_cashier_id: Number(chosen) }
        })}
      onClose={onClose}
    >
      <p>{say.handOverHint(from.display_name)}</p>
      {others.length === 0 ? <p>{say.nobodyFree}</p> : (
        <Choice
          label={say.handOverTo}
          value={chosen}
          options={[["", say.choose], ...others.map(({ display_name, id }) => [String(id), display_name] as const)]}
          onChange={choose}
        />
      )}
    </Confirm>
  )
}
