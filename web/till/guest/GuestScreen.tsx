import { useFormats } from "../../kit/EventFormats.ts"
import { useMessages } from "../messages.ts"
import "../tasks.css"
import { type Guest, useGuest } from "./Guest.ts"
import { GuestOrders } from "./GuestOrders.tsx"
import { GuestPanel } from "./GuestPanel.tsx"

/** What guests ask about: how much is on the wristband, and what became of the rest. */
export const GuestScreen = () => {
  const say = useMessages()
  const held = useGuest()
  const { chip, guest } = held
  return (
    <div className="page stack">
      <h1>{say.taskGuest}</h1>
      <div className="task">
        <div className="stack">
          <GuestPanel held={held} />
          {guest !== undefined && <Remarks guest={guest} />}
        </div>
        {guest !== undefined && chip !== undefined && <GuestOrders key={chip} chip={chip} />}
      </div>
    </div>
  )
}

const Remarks = ({ guest: { comment, tag_history, user_tag_comment } }: { readonly guest: Guest }) => {
  const say = useMessages()
  const { moment } = useFormats()
  return (
    <>
      {(comment !== null || user_tag_comment !== null) && (
        <dl className="details card">
          {comment !== null && (
            <>
              <dt>{say.remark}</dt>
              <dd>{comment}</dd>
            </>
          )}
          {user_tag_comment !== null && (
            <>
              <dt>{say.tagRemark}</dt>
              <dd>{user_tag_comment}</dd>
            </>
          )}
        </dl>
      )}
      {tag_history.length > 0 && (
        <section className="card stack-close" aria-label={say.formerTags}>
          <h2>{say.formerTags}</h2>
          <ul className="rows">
            {tag_history.map(({ comment: reason, mapping_was_valid_until, user_tag_id, user_tag_uid_hex }) => (
              <li key={`${user_tag_id} ${mapping_was_valid_until}`} className="entry">
                <span>{say.formerTag(user_tag_uid_hex ?? "–", moment(mapping_was_valid_until))}</span>
                {reason !== null && <span className="muted small">{reason}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
