import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { GuestActions } from "./GuestActions.tsx"
import { GuestFigures } from "./GuestFigures.tsx"
import { GuestHistory } from "./GuestHistory.tsx"
import { GuestPayout } from "./GuestPayout.tsx"
import "./guests.css"
import { GuestTags } from "./GuestTags.tsx"
import { nameOf } from "./PayoutState.ts"

/** Everything about one guest, the answer to most complaints first: what they have, and what happened. */
export const GuestPage = () => {
  const customer_id = useIdInAddress()
  const guest = useAnswer("GET /customers/:customer_id", {
    params: { customer_id },
    query: { node_id: useNodeId() }
  })
  return (
    <Page title={guest.data && nameOf(guest.data)}>
      <Loaded of={guest} lines={10}>
        {(stored) => (
          <>
            <GuestFigures guest={stored} />
            <div className="row actions">
              <GuestActions guest={stored} />
            </div>
            <div className="guest">
              <div className="guest-aside stack">
                <GuestPayout guest={stored} />
                <GuestTags guest={stored} />
              </div>
              <GuestHistory id={stored.id} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}
