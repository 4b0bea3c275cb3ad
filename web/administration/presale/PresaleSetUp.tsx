import { useState } from "react"
import { Link } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { ConnectionCheck } from "./ConnectionCheck.tsx"
import { ShopForm } from "./ShopForm.tsx"
import { useTexts } from "./texts.ts"
import { Webhook } from "./Webhook.tsx"

/** The ticket shop of an event, from its address to the first imported ticket. */
export const PresaleSetUp = () => {
  const say = useTexts()
  const settings = useAnswer("GET /tree/events/:node_id/settings", { params: { node_id: useNodeId() } })
  const [isSaved, setSaved] = useState(false)
  return (
    <Page actions={<Link href="/guests/presale" className="button">{say.toTickets}</Link>}>
      {isSaved && (
        <Notice kind="good">
          <p>{say.saved}</p>
        </Notice>
      )}
      <Loaded of={settings} lines={10}>
        {(stored) => (
          <>
            <ShopForm stored={stored} onDone={() => setSaved(true)} />
            {stored.pretix_shop_url !== null && (
              <>
                <ConnectionCheck />
                <Webhook />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
