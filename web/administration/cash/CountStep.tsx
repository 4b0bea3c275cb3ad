import { useAtomValue } from "jotai"
import { type KeyboardEvent, useRef, useState } from "react"
import { fromCents, times, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { eventUnitsAtom, useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import type { Cashier } from "./Cashiers.ts"
import { type CloseOutDraft, recounted } from "./closeOutDraft.ts"
import { inUnit, moneyOf, piecesOf, tallyOf } from "./Count.ts"
import { useTexts } from "./texts.ts"

interface CountStepProps {
  readonly cashier: Cashier
  readonly draft: CloseOutDraft
  readonly onChange: (draft: CloseOutDraft) => void
  readonly onNext: () => void
}

/** The notes and coins, one entry each; Enter and the arrows lead from one to the next. */
export const CountStep = ({ cashier, draft, onChange, onNext }: CountStepProps) => {
  const say = useTexts()
  const { notesFrom, values } = moneyOf(useAtomValue(eventUnitsAtom).currency)
  const tally = tallyOf(draft, values)
  const [isTried, setTried] = useState(false)
  const table = useRef<HTMLTableElement>(null)
  const next = () => {
    setTried(true)
    if (tally.isBegun && tally.mistaken.length === 0) onNext()
  }
  return (
    <section className="card stack count">
      <p>{say.countHint}</p>
      <Choice
        label={say.unit}
        value={draft.unit}
        options={[["pieces", say.inPieces], ["amounts", say.inAmounts]]}
        onChange={(unit) => onChange(recounted(draft, inUnit(draft, unit)))}
      />
      <table ref={table} aria-label={say.stepCount} onKeyDown={(event) => moved(event, table.current, next)}>
        <thead>
          <tr>
            <th scope="col">{say.denomination}</th>
            <th scope="col">{draft.unit === "pieces" ? say.pieces : say.amount}</th>
            <th scope="col">{draft.unit === "pieces" ? say.amount : say.pieces}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((cents, at) => (
            <DenominationRow
              key={cents}
              cents={cents}
              isNote={cents >= notesFrom}
              isFirst={at === 0}
              unit={draft.unit}
              entry={draft.entries[cents] ?? ""}
              onEnter={(entry) =>
                onChange(recounted(draft, { unit: draft.unit, entries: { ...draft.entries, [cents]: entry } }))}
            />
          ))}
        </tbody>
      </table>
      <p className="typed-sum" role="status">
        <span>{say.counted}</span> <Money amount={tally.sum} />
      </p>
      {isTried && !tally.isBegun && (
        <Notice kind="attention">
          <p>{say.countNothing}</p>
        </Notice>
      )}
      <div className="row">
        <Button kind="primary" onClick={next}>{say.compare}</Button>
      </div>
      <Expected cashier={cashier} draft={draft} onShow={() => onChange({ ...draft, isShown: true })} />
    </section>
  )
}

/** The expected amount stays hidden while someone counts, so that no one counts towards it. Who looks is noted. */
const Expected = ({ cashier, draft, onShow }: {
  readonly cashier: Cashier
  readonly draft: CloseOutDraft
  readonly onShow: () => void
}) => {
  const say = useTexts()
  const { money } = useFormats()
  const [isVisible, setVisible] = useState(draft.isShown)
  const toggle = () => {
    setVisible(!isVisible)
    onShow()
  }
  return (
    <div className="row">
      <Button kind="quiet" onClick={toggle}>{isVisible ? say.hideExpected : say.showExpected}</Button>
      <span className="muted small" role="status">
        {isVisible && `${say.expected}: ${money(cashier.cash_drawer_balance ?? zero)}. `}
        {draft.isShown ? say.shownNoted : say.showExpectedHint}
      </span>
    </div>
  )
}

interface DenominationRowProps {
  readonly cents: number
  readonly isNote: boolean
  readonly isFirst: boolean
  readonly unit: CloseOutDraft["unit"]
  readonly entry: string
  readonly onEnter: (entry: string) => void
}

const DenominationRow = ({ cents, entry, isFirst, isNote, onEnter, unit }: DenominationRowProps) => {
  const say = useTexts()
  const { count, money } = useFormats()
  const name = (isNote ? say.note : say.coin)(money(fromCents(cents)))
  const pieces = piecesOf(unit, cents, entry)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <input
          name={`count-${cents}`}
          aria-label={name}
          inputMode={unit === "pieces" ? "numeric" : "decimal"}
          autoComplete="off"
          autoFocus={isFirst}
          value={entry}
          aria-invalid={pieces === undefined || undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onEnter(event.target.value)}
        />
      </td>
      <td>
        {pieces === undefined
          ? <span className="field-error">{unit === "pieces" ? say.noPieces : say.noMultiple}</span>
          : unit === "pieces"
          ? <Money amount={times(fromCents(cents), pieces)} />
          : count(pieces)}
      </td>
    </tr>
  )
}

/** Enter and the arrows go up and down the entries; Enter in the last one goes on. */
const moved = (event: KeyboardEvent, table: HTMLTableElement | null, onEnd: () => void) => {
  const step = event.key === "ArrowUp" ? -1 : event.key === "Enter" || event.key === "ArrowDown" ? 1 : 0
  if (step === 0 || table === null) return
  event.preventDefault()
  const inputs = Array.from(table.querySelectorAll("input"))
  const at = inputs.findIndex((input) => input === event.target) + step
  if (at === inputs.length && event.key === "Enter") onEnd()
  inputs[at]?.focus()
}
