import { useFormats } from "../../../kit/EventFormats.ts"
import { useNow } from "../../../kit/Moment.tsx"
import { fromLocalText } from "../../list/LocalTime.ts"
import { useTexts } from "./texts.ts"
import { daysFrom, type Holding, slotsOf, type Timed } from "./Week.ts"

/** The coming week: which lists hold when, and which of them decides. */
export const WeekView = ({ of: lists }: { readonly of: ReadonlyArray<Timed> }) => {
  const say = useTexts()
  const formats = useFormats()
  const now = useNow()
  const days = daysFrom(now, formats)
  const slots = slotsOf(lists, days, formats)
  if (slots.every((slot) => slot.days.every((holding) => holding.length === 0))) return null
  return (
    <section className="card stack-close">
      <h2>{say.week}</h2>
      <p className="muted small">{say.weekHint}</p>
      <div className="table-frame" tabIndex={0}>
        <table className="table price-week" aria-label={say.week}>
          <thead>
            <tr>
              <th scope="col">{say.hours}</th>
              {days.map((day) => <th key={day} scope="col">{formats.day(fromLocalText(`${day}T12:00`, formats))}</th>)}
            </tr>
          </thead>
          <tbody>
            {slots.map(({ days: held, from, to }) => (
              <tr key={from}>
                <th scope="row">{`${from}–${to}`}</th>
                {held.map((holding, at) => (
                  <td key={days[at]}>
                    {holding.length === 0
                      ? <span className="muted" aria-label={say.noList}>–</span>
                      : <ul>{holding.map((one) => <Held key={one.list.id} of={one} />)}</ul>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const Held = ({ of: { list, under } }: { readonly of: Holding }) => {
  const say = useTexts()
  const isForSome = list.user_tag_variant_ids.length > 0
  return (
    <li>
      {under === null ? <strong>{list.name}</strong> : <span className="muted">{list.name}</span>}
      {under !== null && <span className="muted small">{` ${say.givesWayTo(under.name)}`}</span>}
      {isForSome && <span className="muted small">{` ${say.whereCheaper}`}</span>}
    </li>
  )
}
