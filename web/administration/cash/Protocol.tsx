import { useAtomValue } from "jotai"
import { Download, Printer } from "lucide-react"
import { times } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { languageAtom } from "../../kit/Language.ts"
import { Money } from "../../kit/Money.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { saveFile } from "../download.ts"
import { useNodeId } from "../tree.ts"
import { Difference } from "./Difference.tsx"
import { useTexts } from "./texts.ts"

type CloseOutProtocol = OfficeAnswer<"GET /cashiers/:cashier_id/shifts/:shift_id/protocol">

/** What two people sign after a close-out: who, when, what was counted, and the difference. */
export const Protocol = ({ of }: { readonly of: CloseOutProtocol }) => {
  const say = useTexts()
  const { moment } = useFormats()
  return (
    <section className="card stack protocol">
      <dl className="details facts">
        <dt>{say.cashier}</dt>
        <dd>{of.cashier_name}</dd>
        <dt>{say.register}</dt>
        <dd>{of.register_name ?? say.withoutRegister}</dd>
        <dt>{say.started}</dt>
        <dd>{moment(of.started_at)}</dd>
        <dt>{say.ended}</dt>
        <dd>{moment(of.ended_at)}</dd>
        <dt>{say.closedBy}</dt>
        <dd>{of.closing_out_user_name}</dd>
        <dt>{say.bookedBy}</dt>
        <dd>{of.booked_by_name}</dd>
        <dt>{say.expected}</dt>
        <dd>
          <Money amount={of.expected_cash_drawer_balance} />
        </dd>
        <dt>{say.counted}</dt>
        <dd>
          <Money amount={of.actual_cash_drawer_balance} />
        </dd>
        <dt>{say.difference}</dt>
        <dd className="difference-large">
          <Difference amount={of.cash_drawer_imbalance} />
        </dd>
        {of.comment !== "" && (
          <>
            <dt>{say.comment}</dt>
            <dd>{of.comment}</dd>
          </>
        )}
      </dl>
      <Denominations of={of.denominations} />
      <p className="muted small">
        {of.denominations === null ? say.sumAlone : of.expected_shown ? say.wasShown : say.wasBlind}
      </p>
      <div className="signatures" aria-hidden>
        <p>{say.cashier}: {of.cashier_name}</p>
        <p>{say.closedBy}: {of.closing_out_user_name}</p>
      </div>
      <Copies of={of} />
    </section>
  )
}

const Denominations = ({ of }: { readonly of: CloseOutProtocol["denominations"] }) => {
  const say = useTexts()
  const { count, money } = useFormats()
  return of !== null && of.length > 0 && (
    <table className="denominations" aria-label={say.counted}>
      <thead>
        <tr>
          <th scope="col">{say.denomination}</th>
          <th scope="col">{say.pieces}</th>
          <th scope="col">{say.amount}</th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.value}>
            <th scope="row">{money(one.value)}</th>
            <td>{count(one.count)}</td>
            <td>
              <Money amount={times(one.value, one.count)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The protocol on paper and as a file. */
const Copies = ({ of: { cashier_id, id } }: { readonly of: CloseOutProtocol }) => {
  const say = useTexts()
  const lang = useAtomValue(languageAtom)
  const node_id = useNodeId()
  const { busy, refusal, submit } = useSubmit(
    () =>
      call("GET /cashiers/:cashier_id/shifts/:shift_id/protocol/pdf", {
        params: { cashier_id, shift_id: id },
        query: { node_id, lang }
      }),
    (pdf) => saveFile(pdf, say.protocolFile(id))
  )
  return (
    <div className="row no-print">
      <Button kind="primary" onClick={() => print()}>
        <Printer className="icon" aria-hidden />
        {say.printProtocol}
      </Button>
      <Button busy={busy} onClick={() => void submit()}>
        <Download className="icon" aria-hidden />
        {say.protocolPdf}
      </Button>
      {refusal !== undefined && <Refused refusal={refusal} />}
    </div>
  )
}
