import { useAtomValue } from "jotai"
import { useFormats } from "../../kit/EventFormats.ts"
import { languageAtom } from "../../kit/Language.ts"
import { useNow } from "../../kit/Moment.tsx"
import { useAddressValue } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { useAsOf } from "../list/AsOf.tsx"
import { TimeEntry } from "../list/TimeEntry.tsx"
import { allIn, type TreeNode, useNode, useNodeId, useTree, wayTo } from "../tree.ts"
import { businessDayOf } from "./BusinessDay.ts"
import { ReportFrame, Save } from "./ReportFrame.tsx"
import { useTexts } from "./texts.ts"

/** The report of a business day of a node, or of some nodes below it. */
export const DailyPage = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const node = useNode()
  const lang = useAtomValue(languageAtom)
  const [chosenDay, setDay] = useAddressValue("day")
  const [nodes, setNodes] = useAddressValue("nodes")
  const today = useToday()
  const asOf = useAsOf()
  const report_date = chosenDay === "" ? today : chosenDay
  const ids = nodes === "" ? [node_id] : nodes.split(",").map(Number)
  const query = { node_id, lang, report_date, relevant_node_ids: ids.join(","), ...asOf }
  const sheet = useAnswer("GET /reports/daily", { query }, { when: report_date !== "" })
  return (
    <ReportFrame
      sheet={sheet}
      name={`${node?.name ?? ""} ${report_date}`}
      read={(format) =>
        call("POST /tree/nodes/:node_id/generate-daily-report", {
          params: { node_id },
          query: { format, lang, ...asOf },
          body: { relevant_node_ids: ids, report_date }
        })}
      also={node?.event_node_id === node_id && (
        <Save
          kind="quiet"
          label={say.sample}
          name={`${say.sample}.pdf`}
          read={() =>
            call("POST /tree/events/:node_id/generate-test-daily-report", {
              params: { node_id },
              query: { format: "pdf", lang }
            })}
        />
      )}
      choices={<TimeEntry type="date" label={say.day} value={report_date} onChange={setDay} />}
      places={node !== undefined && <Places of={node} value={nodes} onChange={setNodes} />}
    />
  )
}

/** The present business day of the event. */
const useToday = (): string => {
  const { timeZone } = useFormats()
  const { data } = useTree()
  const id = useNodeId()
  const now = useNow()
  if (data === undefined) return ""
  const event = wayTo(data, id).find((node) => node.event !== null)?.event
  return businessDayOf(new Date(now).toISOString(), event?.time_zone ?? timeZone, event?.daily_end_time ?? null)
}

interface PlacesProps {
  readonly of: TreeNode
  /** Ids, divided by commas; none for the node itself. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The whole of a node, or some nodes below it. */
const Places = ({ of, onChange, value }: PlacesProps) => {
  const say = useTexts()
  const below = of.children.flatMap(allIn)
  if (below.length === 0) return
  const ids = new Set(value.split(",").map(Number))
  const chosen = below.filter(({ id }) => ids.has(id))
  const choose = (id: number, isChosen: boolean) =>
    onChange(below.filter((node) => node.id === id ? isChosen : ids.has(node.id)).map((node) => node.id).join(","))
  return (
    <details className="report-places no-print">
      <summary>
        {say.about(chosen.length === 0 ? say.all(of.name) : chosen.map(({ name }) => name).join(", "))}
      </summary>
      <div className="option-list" role="group" aria-label={say.places}>
        <label className="option">
          <input type="checkbox" checked={chosen.length === 0} onChange={() => onChange("")} />
          {say.all(of.name)}
        </label>
        {below.map(({ id, name }) => (
          <label key={id} className="option">
            <input type="checkbox" checked={ids.has(id)} onChange={(event) => choose(id, event.target.checked)} />
            {name}
          </label>
        ))}
      </div>
    </details>
  )
}
