import { type AuditKind, auditKinds } from "@wristbank/core/organisation/AuditKind"
import { auditObjectTypes } from "@wristbank/core/organisation/AuditObject"
import { useId, useMemo } from "react"
import { Link } from "wouter"
import { useFormats } from "../../../kit/EventFormats.ts"
import { useAddressValue } from "../../address.ts"
import { usePages } from "../../answers.ts"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { ServerList } from "../../list/ServerList.tsx"
import { useNodeId, useNodeName } from "../../tree.ts"
import { nameOf } from "../UserList.tsx"
import { differencesOf } from "./content.ts"
import type { AuditTexts } from "./english.ts"
import { useTexts } from "./texts.ts"
import { useUsers } from "./useNames.ts"
import { type Entry, onlyDifference, useSentence } from "./useSentence.ts"
import type { Written } from "./useWritten.ts"
import "./audit.css"
import { fromLocalText } from "../../list/LocalTime.ts"

const auditColumns = (
  say: AuditTexts,
  { sentence, written }: ReturnType<typeof useSentence>,
  nodeName: (id: number) => string
): ReadonlyArray<Column<Entry>> => [
  {
    key: "what",
    title: say.title,
    of: sentence,
    show: (entry) => <What entry={entry} sentence={sentence(entry)} written={written} />
  },
  {
    key: "when",
    title: say.when,
    kind: "moment",
    of: ({ created_at }) => created_at
  },
  { key: "where", title: say.where, of: ({ node_id }) => nodeName(node_id), isMinor: true }
]

/** Who changed something here or below, the newest first. */
export const AuditList = () => {
  const say = useTexts()
  const nodeName = useNodeName()
  const { sentence, written } = useSentence()
  const entries = usePages("GET /tree/nodes/:node_id/audit-logs", {
    params: { node_id: useNodeId() },
    query: { with_content: "true", ...useFilter() }
  })
  const columns = useMemo(() => auditColumns(say, { sentence, written }, nodeName), [
    nodeName,
    say,
    sentence,
    written
  ])
  return (
    <Page>
      <Filters />
      <ServerList
        label={say.title}
        of={entries}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/people/audit/${id}`}
        empty={<p>{say.none}</p>}
      />
    </Page>
  )
}

/** The sentence of an entry, with what changed if that is little. */
const What = ({ entry: { content = {}, log_type }, sentence, written: { name, value } }: {
  readonly entry: Entry
  readonly sentence: string
  readonly written: Written
}) => {
  const changed = differencesOf(content)
  const isSaid = onlyDifference(log_type as AuditKind, content) !== undefined
  const shown = isSaid || changed.length > mostShown ? [] : changed
  return (
    <span className="audit-what">
      {sentence}
      {shown.map(({ after, before, field }) => (
        <span key={field} className="muted small">
          {name(field)}: {value(field, before)} → {value(field, after)}
        </span>
      ))}
    </span>
  )
}

const mostShown = 2

/** The filters that the address holds, as the call takes them. */
const useFilter = () => {
  const formats = useFormats()
  const [kind] = useAddressValue("kind")
  const [user] = useAddressValue("user")
  const [type] = useAddressValue("type")
  const [object] = useAddressValue("object")
  const [from] = useAddressValue("from")
  const [to] = useAddressValue("to")
  return {
    ...(kind === "" ? {} : { log_type: kind }),
    ...(user === "" ? {} : { user_id: Number(user) }),
    ...auditObjectTypes.filter((one) => one === type).map((object_type) => ({ object_type }))[0],
    ...(object === "" ? {} : { object_id: Number(object) }),
    ...(from === "" ? {} : { from_time: fromLocalText(from, formats) }),
    ...(to === "" ? {} : { to_time: fromLocalText(to, formats) })
  }
}

const Filters = () => {
  const say = useTexts()
  const users = useUsers() ?? []
  const [object] = useAddressValue("object")
  const kinds = useMemo(
    () =>
      auditKinds.map((kind) => [kind, say.sentences[kind]("…", "…")] as const)
        .toSorted(([, one], [, other]) => one.localeCompare(other)),
    [say]
  )
  return (
    <div className="row audit-filters">
      <Selection name="kind" label={say.kind} options={kinds} />
      <Selection
        name="user"
        label={say.who}
        options={users.map((user) => [String(user.id), nameOf(user)] as const)}
      />
      <Bound name="from" label={say.from} />
      <Bound name="to" label={say.to} />
      {object !== "" && (
        <span>
          {say.onlyOne} <Link href="/people/audit" className="button">{say.showAll}</Link>
        </span>
      )}
    </div>
  )
}

interface SelectionProps {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
}

const Selection = ({ label, name, options }: SelectionProps) => {
  const id = useId()
  const say = useTexts()
  const [value, setValue] = useAddressValue(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => setValue(target.value)}>
        <option value="">{say.all}</option>
        {options.map(([option, text]) => <option key={option} value={option}>{text}</option>)}
      </select>
    </div>
  )
}

const Bound = ({ label, name }: Omit<SelectionProps, "options">) => {
  const id = useId()
  const [value, setValue] = useAddressValue(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="datetime-local" value={value} onChange={({ target }) => setValue(target.value)} />
    </div>
  )
}
