import type { AuditKind } from "@wristbank/core/organisation/AuditKind"
import { auditIdOf, auditObjectOf } from "@wristbank/core/organisation/AuditObject"
import { Fragment } from "react"
import { Link } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { Moment } from "../../../kit/Moment.tsx"
import { atNode, useIdInAddress } from "../../address.ts"
import { useAnswer } from "../../answers.ts"
import { Page } from "../../frame/Page.tsx"
import { useNodeId, useNodeName } from "../../tree.ts"
import { type Content, differencesOf, flatten } from "./content.ts"
import { screenOf } from "./links.ts"
import { useTexts } from "./texts.ts"
import { useSentence } from "./useSentence.ts"
import type { Written } from "./useWritten.ts"
import "./audit.css"

/** One change: who made it, the fields before and after, and the way to the object. */
export const AuditPage = () => {
  const say = useTexts()
  const nodeName = useNodeName()
  const { sentence, written } = useSentence()
  const params = { node_id: useNodeId(), audit_log_id: useIdInAddress() }
  const found = useAnswer("GET /tree/nodes/:node_id/audit-logs/:audit_log_id", { params })
  return (
    <Page title={found.data && sentence(found.data)}>
      <Loaded of={found}>
        {({ content, created_at, log_type, node_id }) => {
          const kind = log_type as AuditKind
          const id = auditIdOf(kind, content)
          const screen = screenOf(kind, id)
          return (
            <>
              <section className="card stack">
                <dl className="details facts">
                  <dt>{say.when}</dt>
                  <dd>
                    <Moment at={created_at} />
                  </dd>
                  <dt>{say.where}</dt>
                  <dd>{nodeName(node_id)}</dd>
                </dl>
                <div className="row">
                  {screen !== undefined && <Link href={atNode(node_id, screen)} className="button">{say.toObject}
                  </Link>}
                  {id !== undefined && (
                    <Link href={`/people/audit?type=${auditObjectOf(kind)}&object=${id}`} className="button">
                      {say.sameObject}
                    </Link>
                  )}
                </div>
              </section>
              <Changed content={content} written={written} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** The fields that the change replaced; of an entry without an earlier state, its values. */
const Changed = (
  { content, written: { name, value } }: { readonly content: Content; readonly written: Written }
) => {
  const say = useTexts()
  const changed = differencesOf(content)
  const values = [...flatten(content)]
  if (changed.length === 0) {
    return values.length > 0 && (
      <section className="card stack" aria-labelledby="details">
        <h2 id="details">{say.details}</h2>
        <dl className="details facts">
          {values.map(([field, given]) => (
            <Fragment key={field}>
              <dt>{name(field)}</dt>
              <dd>{value(field, given)}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    )
  }
  return (
    <section className="card stack" aria-labelledby="changed">
      <h2 id="changed">{say.changed}</h2>
      <table className="table audit-changes">
        <thead>
          <tr>
            <th scope="col">{say.field}</th>
            <th scope="col">{say.before}</th>
            <th scope="col">{say.after}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ after, before, field }) => (
            <tr key={field}>
              <th scope="row">{name(field)}</th>
              <td>{value(field, before)}</td>
              <td>{value(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
