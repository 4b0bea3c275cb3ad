import { Button } from "../kit/Button.tsx"
import { Notice } from "../kit/Notice.tsx"
import { isTemporary, type Refusal } from "../kit/Refusal.ts"
import { Refused } from "../kit/Refused.tsx"
import type { EventConfig } from "./event.ts"
import { useMessages } from "./messages/messages.ts"

interface NoPortalProps {
  /** The event that this browser knows of an earlier visit to this address. */
  readonly known: EventConfig | undefined
  readonly refusal: Refusal
  readonly onRetry: () => void
}

/** Why there is no portal: the server is away, or no event has its portal at this address. */
export const NoPortal = ({ known, onRetry, refusal }: NoPortalProps) => {
  const say = useMessages()
  if (!isTemporary(refusal)) return <NoEvent known={known} />
  return (
    <>
      <h1>{say.serverAway}</h1>
      <Refused refusal={refusal}>
        <div>
          <Button onClick={onRetry}>{say.retry}</Button>
        </div>
      </Refused>
    </>
  )
}

/** An event that this browser knows was archived or has moved; any other address is a mistake. */
const NoEvent = ({ known }: { readonly known: EventConfig | undefined }) => {
  const say = useMessages()
  return known === undefined
    ? (
      <>
        <h1>{say.noEvent}</h1>
        <Notice kind="attention">
          <p>{say.noEventHint(location.host)}</p>
        </Notice>
      </>
    )
    : (
      <>
        <h1>{say.eventClosed(known.event_name)}</h1>
        <Notice kind="attention">
          <p>{say.eventClosedHint}</p>
          <p>
            <a href={`mailto:${known.contact_email}`}>{known.contact_email}</a>
          </p>
        </Notice>
      </>
    )
}
