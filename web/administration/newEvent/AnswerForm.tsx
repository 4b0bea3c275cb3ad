import { fiscalWords } from "@wristbank/core/eventfile/outline/AnswerWords"
import { countries } from "@wristbank/core/eventfile/outline/Country"
import { countryOf } from "@wristbank/core/eventfile/outline/OutlineGoods"
import { usualStalls } from "@wristbank/core/eventfile/outline/UsualGoods"
import { useAtomValue } from "jotai"
import type { ReactNode } from "react"
import { CheckField, TextField } from "../../kit/Field.tsx"
import { languageAtom } from "../../kit/Language.ts"
import { ChoiceEntry, LongEntry } from "../form/Entry.tsx"
import { useTexts } from "./texts.ts"
import { answersOf, type Entries, type EntryName } from "./useAnswers.ts"

interface AnswerFormProps {
  readonly entries: Entries
  readonly onEnter: (name: EntryName, value: string | boolean) => void
}

type TextName = { [Name in EntryName]: Entries[Name] extends string ? Name : never }[EntryName]
type FlagName = Exclude<EntryName, TextName>

/** The entries of the form, each with its label and hint. */
const useParts = ({ entries, onEnter }: AnswerFormProps) => {
  const { entries: texts } = useTexts()
  const shared = <Name extends TextName>(name: Name) => ({
    name,
    ...texts[name],
    value: entries[name] as string,
    onChange: (value: string) => onEnter(name, value)
  })
  return {
    line: (
      name: TextName,
      more: { readonly type?: string; readonly inputMode?: "numeric" | "decimal" | "email" } = {}
    ) => <TextField {...shared(name)} {...more} autoComplete="off" />,
    long: (name: TextName, rows: number, placeholder = "") => (
      <LongEntry {...shared(name)} rows={rows} placeholder={placeholder} />
    ),
    flag: (name: FlagName) => (
      <CheckField
        name={name}
        hint={texts[name].hint}
        checked={entries[name] as boolean}
        onChange={(value) => onEnter(name, value)}
      >
        {texts[name].label}
      </CheckField>
    ),
    choice: (name: TextName, options: ReadonlyArray<{ readonly value: string; readonly name: string }>) => (
      <ChoiceEntry {...shared(name)} options={options} />
    )
  }
}

/** What a person knows of the event, in the order in which they would tell it. */
export const AnswerForm = (props: AnswerFormProps) => {
  const say = useTexts()
  const { line } = useParts(props)
  return (
    <>
      <Part title={say.event}>
        {line("name")}
        {line("contact", { type: "email", inputMode: "email" })}
        {line("firstDay", { type: "date" })}
        {line("lastDay", { type: "date" })}
        <Country {...props} />
      </Part>
      <Part title={say.selling}>
        <Selling {...props} />
      </Part>
      <Part title={say.paying}>
        <Paying {...props} />
      </Part>
      <Part title={say.people}>
        <People {...props} />
      </Part>
    </>
  )
}

const Part = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="card stack" aria-label={title}>
    <h2>{title}</h2>
    <div className="entries">{children}</div>
  </section>
)

const Country = (props: AnswerFormProps) => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const { choice, line, long } = useParts(props)
  const { entries } = props
  const names = countries.map(({ code, name }) => ({ value: code, name: name[language] }))
  const { fiscal } = countryOf(answersOf(entries))
  return (
    <>
      {choice("country", [...names, { value: "", name: say.otherCountry }])}
      {entries.country === "" &&
        [line("currency"), line("timeZone"), line("rates")].map((entry, at) => <div key={at}>{entry}</div>)}
      {choice("depositTax", [{ value: "as_goods", name: say.asGoods }, { value: "untaxed", name: say.untaxed }])}
      <p className="wide small" data-fiscal={fiscal}>{fiscalWords[language][fiscal]}</p>
      {long("issuer", 3)}
    </>
  )
}

const Selling = (props: AnswerFormProps) => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const { line, long } = useParts(props)
  const usual = (kind: "bar" | "kitchen") => (
    <div className="stack-close">
      {line(kind, { inputMode: "numeric" })}
      <span className="muted small">
        {say.usual(usualStalls[kind].goods.map(({ name }) => name[language]).join(", "))}
      </span>
    </div>
  )
  return (
    <>
      {usual("bar")}
      {usual("kitchen")}
      {props.entries.wristbands && line("entrance", { inputMode: "numeric" })}
      {long("goods", 5, say.goodsExample)}
      {props.entries.goods.trim() !== "" && line("own", { inputMode: "numeric" })}
    </>
  )
}

const Paying = (props: AnswerFormProps) => {
  const { flag, line } = useParts(props)
  const { wristbands } = props.entries
  return (
    <>
      {flag("wristbands")}
      {wristbands && flag("cashAtStalls")}
      {wristbands && line("admission", { inputMode: "decimal" })}
      {line("float", { inputMode: "decimal" })}
    </>
  )
}

const People = (props: AnswerFormProps) => {
  const { flag, long } = useParts(props)
  return (
    <>
      {long("leads", 2)}
      {long("cashiers", 4)}
      {flag("suppliedKeys")}
    </>
  )
}
