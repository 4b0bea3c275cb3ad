import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Distance } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Status = OfficeAnswer<"GET /presale/status">

/** How the import stands, kept up to date, with the way to what needs attention. */
export const ImportState = () => {
  const say = useTexts()
  const status = useAnswer("GET /presale/status", { query: { node_id: useNodeId() } }, { everySeconds: 5 })
  return (
    <section className="card stack" aria-label={say.import}>
      <Loaded of={status} lines={5}>
        {(current) => (
          <>
            {current.problem !== null && (
              <Notice kind="attention">
                <p>{say.failing(current.failures)} {current.problem[say.language]}</p>
              </Notice>
            )}
            {current.check_in_problem !== null && (
              <Notice kind="attention">
                <p>{say.checkInsFail} {current.check_in_problem[say.language]}</p>
              </Notice>
            )}
            {current.is_reading_requested && current.is_enabled && (
              <Notice>
                <p>{say.reading}</p>
              </Notice>
            )}
            {!current.is_enabled && <Off />}
            <dl className="details facts">
              <dt>{say.lastReading}</dt>
              <dd>{current.read_at === null ? say.never : <Distance at={current.read_at} />}</dd>
              <dt>{say.lastFullReading}</dt>
              <dd>{current.read_everything_at === null ? say.never : <Distance at={current.read_everything_at} />}</dd>
              {current.is_enabled && (
                <>
                  <dt>{say.nextReading}</dt>
                  <dd>{current.next_reading_at === null ? say.atOnce : <Distance at={current.next_reading_at} />}</dd>
                </>
              )}
              <OnItsWay of={current} />
              <NotSent of={current} />
              <dt>{say.undecided}</dt>
              <dd>
                <NeedsDecision of={current} />
              </dd>
            </dl>
          </>
        )}
      </Loaded>
    </section>
  )
}

const Off = () => {
  const say = useTexts()
  const may = useMay()
  return (
    <Notice>
      <p>{say.importOff}</p>
      {may("POST /tree/events/:node_id/check-pretix-connection") && <Link href="/setup/presale">{say.toSetUp}</Link>}
    </Notice>
  )
}

const OnItsWay = ({ of: { waiting_check_ins, waiting_notifications } }: { readonly of: Status }) => {
  const say = useTexts()
  const { count } = useFormats()
  if (waiting_check_ins + waiting_notifications === 0) return undefined
  return (
    <>
      <dt>{say.waiting}</dt>
      <dd>{say.waitingCounts(count(waiting_notifications), count(waiting_check_ins))}</dd>
    </>
  )
}

const NotSent = ({ of: { former_shop_check_ins } }: { readonly of: Status }) => {
  const say = useTexts()
  const { count } = useFormats()
  if (former_shop_check_ins === 0) return undefined
  return (
    <>
      <dt>{say.notSent}</dt>
      <dd>
        <Link href="/guests/presale/undecided?part=check-ins">
          {say.formerShopCheckIns(former_shop_check_ins, count(former_shop_check_ins))}
        </Link>
      </dd>
    </>
  )
}

const NeedsDecision = ({ of: { broken_orders, open_cases, stopped_check_ins } }: { readonly of: Status }) => {
  const say = useTexts()
  const { count } = useFormats()
  const parts = [
    ["cases", say.cases, open_cases],
    ["check-ins", say.checkIns, stopped_check_ins],
    ["orders", say.brokenOrders, broken_orders]
  ] as const
  const due = parts.filter(([, , many]) => many > 0)
  if (due.length === 0) return say.nothingUndecided
  return (
    <ul className="stack-close">
      {due.map(([part, name, many]) => (
        <li key={part}>
          <Link href={`/guests/presale/undecided?part=${part}`}>{say.counted(name, count(many))}</Link>
        </li>
      ))}
    </ul>
  )
}
