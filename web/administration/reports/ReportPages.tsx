import { useAtomValue } from "jotai"
import { Link } from "wouter"
import { languageAtom } from "../../kit/Language.ts"
import { atNode } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { useAsOf } from "../list/AsOf.tsx"
import { useNode, useNodeId } from "../tree.ts"
import { ReportFrame, Save } from "./ReportFrame.tsx"
import { useTexts } from "./texts.ts"

/** What every report is asked for with. */
const useAsked = () => {
  const node_id = useNodeId()
  const lang = useAtomValue(languageAtom)
  const asked = { lang, ...useAsOf() }
  return { asked, node: useNode(), node_id, query: { node_id, ...asked } }
}

/** The sales of a node by day and order. */
export const RevenuePage = () => {
  const say = useTexts()
  const { asked, node, node_id, query } = useAsked()
  return (
    <ReportFrame
      sheet={useAnswer("GET /reports/revenue", { query })}
      name={`revenue ${node?.name ?? ""}`}
      read={(format) =>
        call("POST /tree/nodes/:node_id/generate-revenue-report", { params: { node_id }, query: { format, ...asked } })}
      also={node?.event_node_id === node_id && (
        <Save
          kind="quiet"
          label={say.sample}
          name={`${say.sample}.pdf`}
          read={() =>
            call("POST /tree/events/:node_id/generate-test-report", {
              params: { node_id },
              query: { format: "pdf", lang: asked.lang }
            })}
        />
      )}
    />
  )
}

/** What each stall below a node is owed. */
export const SettlementPage = () => {
  const say = useTexts()
  const { asked, node, node_id, query } = useAsked()
  return (
    <ReportFrame
      sheet={useAnswer("GET /reports/settlement", { query })}
      name={`settlement ${node?.name ?? ""}`}
      read={(format) =>
        call("POST /tree/nodes/:node_id/generate-settlement-report", {
          params: { node_id },
          query: { format, ...asked }
        })}
      also={<Link href="/reports/settlement/fee" className="button">{say.fee}</Link>}
    />
  )
}

/** What became of the money on wristbands, for the event as a whole. */
export const PayoutPage = () => {
  const { node } = useAsked()
  return node === undefined || node.event_node_id === node.id ? <EventPayout /> : <NotHere event={node.event_node_id} />
}

const EventPayout = () => {
  const { asked, node, node_id, query } = useAsked()
  return (
    <ReportFrame
      sheet={useAnswer("GET /reports/payout", { query }, { when: node !== undefined })}
      name={`payout ${node?.name ?? ""}`}
      read={(format) =>
        call("POST /tree/nodes/:node_id/generate-payout-report", { params: { node_id }, query: { format, ...asked } })}
    />
  )
}

const NotHere = ({ event }: { readonly event: number | null }) => {
  const say = useTexts()
  return (
    <Page>
      <div className="empty">
        <p>{say.eventOnly}</p>
        {event !== null && <Link href={atNode(event, "/reports/payout")} className="button">{say.toEvent}</Link>}
      </div>
    </Page>
  )
}
