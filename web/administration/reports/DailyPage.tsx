import { useAtomValue } from "jotai"
import { useFormats } from "../../kit/EventFormats.ts"
import { languageAtom } from "../../kit/Language.ts"
import { useNow } from "../../kit/Moment.tsx"
import { useAddressValue } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { allIn, type TreeNode, useNode, useNodeId, useTree, wayTo } from "../tree.ts"
import { businessDayOf } from "./BusinessDay.ts"
import { ReportFrame, Save, useAsOf } from "./ReportFrame.tsx"
import { useTexts } from "./texts.ts"
import { TimeEntry } from "./TimeEntry.tsx"

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
      choices={
        <>
          <TimeEntry type="date" label={say.day} value={report_date} onChange={setDay} />
          {node !== undefined && <Nodes of={node} value={nodes} onChange={setNodes} />}
        </>
      }
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

interface ChoiceProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The whole of a node, or some nodes below it. */
const Nodes = ({ of, onChange, value }: ChoiceProps & { readonly of: TreeNode }) => {
  const say = useTexts()
  const below = of.children.flatMap(allIn)
  const chosen = new Set(value === "" ? [] : value.split(",").map(Number))
  if (below.length === 0) return
  const choose = (id: number, isChosen: boolean) =>
    onChange(below.map((node) => node.id).filter((one) => one === id ? isChosen : chosen.has(one)).join(","))
  return (
    <fieldset className="field report-nodes">
      <legend>{say.about}</legend>
      <div className="option-list">
        <label className="option">
          <input type="checkbox" checked={chosen.size === 0} onChange={() => onChange("")} />
          {say.all(of.name)}
        </label>
        {below.map((node) => (
          <label key={node.id} className="option">
            <input
              type="checkbox"
              checked={chosen.has(node.id)}
              onChange={(event) => choose(node.id, event.target.checked)}
            />
            {node.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
