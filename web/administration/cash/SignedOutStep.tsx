import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useChange, useList } from "../answers.ts"
import { call } from "../calls.ts"
import { useMay, useNodeId } from "../tree.ts"
import type { Cashier } from "./Cashiers.ts"
import { useTexts } from "./texts.ts"

interface SignedOutStepProps {
  readonly cashier: Cashier
  readonly onNext: () => void
}

/** A cashier who still sells can't be counted: they are signed out first, here if they forgot. */
export const SignedOutStep = ({ cashier: { display_name, terminal_ids }, onNext }: SignedOutStepProps) => {
  const say = useTexts()
  const terminals = useList("GET /terminal", { query: { node_id: useNodeId() } }).data
  const nameOf = (id: number) => terminals?.find((terminal) => terminal.id === id)?.name ?? `#${id}`
  return (
    <section className="card stack">
      {terminal_ids.length === 0
        ? (
          <>
            <Notice kind="good">
              <p>{say.isOut(display_name)}</p>
            </Notice>
            <div className="row">
              <Button kind="primary" autoFocus onClick={onNext}>{say.toCount}</Button>
            </div>
          </>
        )
        : (
          <Notice kind="attention">
            <p>{say.isIn(display_name)}</p>
            {terminal_ids.map((id) => <SignOut key={id} id={id} terminal={nameOf(id)} person={display_name} />)}
          </Notice>
        )}
    </section>
  )
}

interface SignOutProps {
  readonly id: number
  readonly terminal: string
  readonly person: string
}

const SignOut = ({ id, person, terminal }: SignOutProps) => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const { busy, refusal, submit } = useChange(() =>
    call("POST /terminal/:terminal_id/force-logout-user", { params: { terminal_id: id }, query: { node_id } })
  )
  return (
    <>
      {may("POST /terminal/:terminal_id/force-logout-user")
        ? (
          <div className="row">
            <Button busy={busy} onClick={() => void submit()}>{say.signOutOf(person, terminal)}</Button>
          </div>
        )
        : <p>{say.signedInAt(terminal)}</p>}
      {refusal !== undefined && <Refused refusal={refusal} />}
    </>
  )
}
