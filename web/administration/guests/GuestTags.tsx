import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { useAnswer } from "../answers.ts"
import { useMay, useNodeId } from "../tree.ts"
import type { Guest } from "./PayoutState.ts"
import { sentenceOf } from "./Sentence.ts"
import { useTexts } from "./texts.ts"

/** The wristbands that the guest has and had, and the tickets they came with. */
export const GuestTags = ({ guest }: { readonly guest: Guest }) => {
  const say = useTexts()
  const { moment } = useFormats()
  const entered = useAnswer("GET /customers/:customer_id/history", {
    params: { customer_id: guest.id },
    query: { node_id: useNodeId(), kind: "ticket", limit: "10" }
  })
  return (
    <>
      <section className="card stack-close">
        <h2>{say.wristbands}</h2>
        {guest.user_tag_id === null && guest.tag_history.length === 0 && <p className="muted">{say.noWristband}</p>}
        <ul className="plain-list">
          {guest.user_tag_id !== null && (
            <li>
              <Tag id={guest.user_tag_id} pin={guest.user_tag_pin ?? ""} />
              <span className="muted small">
                {guest.user_tag_uid_hex} · {say.presentWristband}
              </span>
            </li>
          )}
          {guest.tag_history.map((
            { comment, mapping_was_valid_until, user_tag_id, user_tag_pin, user_tag_uid_hex }
          ) => (
            <li key={`${user_tag_id} ${mapping_was_valid_until}`}>
              <Tag id={user_tag_id} pin={user_tag_pin} />
              <span className="muted small">
                {[user_tag_uid_hex, say.until(moment(mapping_was_valid_until)), comment].filter(Boolean).join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {entered.data !== undefined && entered.data.length > 0 && (
        <section className="card stack-close">
          <h2>{say.tickets}</h2>
          <ul className="plain-list">
            {entered.data.map((entry) => (
              <li key={entry.key}>
                {sentenceOf(entry, say)} <span className="muted small">{moment(entry.at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Tag = ({ id, pin }: { readonly id: number; readonly pin: string }) =>
  useMay()("GET /user-tags/:user_tag_id")
    ? <Link href={`/guests/wristbands/${id}`} className="code">{pin}</Link>
    : <span className="code">{pin}</span>
