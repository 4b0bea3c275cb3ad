import { useMemo } from "react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer, useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { useMay, useNodeId } from "../tree.ts"
import "./cash.css"
import { cashSums, type Holding, holdings } from "./Holdings.ts"
import { useTexts } from "./texts.ts"

const live = { everySeconds: 10 }

/** The event's cash as one picture, from the vault to the registers. */
export const CashNow = () => {
  const say = useTexts()
  const at = { query: { node_id: useNodeId() } }
  const overview = useAnswer("GET /money-overview", at, live)
  const registers = useList("GET /till-registers", at, live)
  const cashiers = useList("GET /cashiers", at, live)
  const accounts = overview.data?.system_accounts
  const all = useMemo(() => holdings(accounts ?? [], registers.data ?? [], cashiers.data ?? []), [
    accounts,
    cashiers.data,
    registers.data
  ])
  return (
    <Page>
      <Loaded of={overview} lines={10}>
        {({ system_accounts }) => {
          const sums = cashSums(system_accounts)
          return (
            <>
              <div className="places">
                <section className="card place">
                  <h2>{say.vault}</h2>
                  <p className="place-sum">
                    <Money amount={sums.vault} />
                  </p>
                  <p className="muted small">{say.vaultHint}</p>
                </section>
                <Place title={say.carried} sum={sums.carried} held={all.filter(({ kind }) => kind === "carried")} />
                <Place
                  title={say.inRegisters}
                  sum={sums.inRegisters}
                  held={all.filter(({ kind }) => kind === "register")}
                />
              </div>
              <section className="card">
                <dl className="details sums">
                  <dt>{say.together}</dt>
                  <dd>
                    <strong>
                      <Money amount={sums.held} />
                    </strong>
                  </dd>
                  <dt>{say.taken}</dt>
                  <dd>
                    <Money amount={sums.taken} />
                  </dd>
                  <dt>{say.differences}</dt>
                  <dd>
                    <Money amount={sums.differences} />
                  </dd>
                </dl>
              </section>
              <Balanced unexplained={sums.unexplained} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const Balanced = ({ unexplained }: { readonly unexplained: ReturnType<typeof cashSums>["unexplained"] }) => {
  const say = useTexts()
  const { money } = useFormats()
  return (
    <Notice kind={unexplained === 0 ? "good" : "stopped"}>
      <p>{unexplained === 0 ? say.addsUp : say.unexplained(money(unexplained))}</p>
    </Notice>
  )
}

interface PlaceProps {
  readonly title: string
  readonly sum: Holding["amount"]
  readonly held: ReadonlyArray<Holding>
}

/** People and registers of one kind with their cash, those with the most first. */
const Place = ({ held, sum, title }: PlaceProps) => {
  const say = useTexts()
  const most = Math.max(...held.map(({ amount }) => amount), 0)
  return (
    <section className="card place">
      <h2>{title}</h2>
      <p className="place-sum">
        <Money amount={sum} />
      </p>
      {held.length === 0 && <p className="muted">{say.nothingCarried}</p>}
      <ul className="holdings">
        {held.toSorted((one, other) => other.amount - one.amount).map((one) => (
          <li key={one.key}>
            <HoldingName of={one} />
            <Money amount={one.amount} />
            <span className="bar" style={{ width: `${most === 0 ? 0 : Math.max(one.amount, 0) / most * 100}%` }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const HoldingName = ({ of: { name, person, register } }: { readonly of: Holding }) => {
  const say = useTexts()
  const may = useMay()
  const who = person === undefined
    ? undefined
    : may("GET /cashiers/:cashier_id")
    ? <Link href={`/cash/cashiers/${person.id}`}>{person.display_name}</Link>
    : person.display_name
  return (
    <span>
      {who ?? (register === undefined ? name : say.inOffice)}
      {register !== undefined && (
        <>
          {" · "}
          <Link href={`/cash/registers/${register.id}`}>{register.name}</Link>
        </>
      )}
    </span>
  )
}
