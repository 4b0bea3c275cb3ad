import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Distance, Moment } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { CopyButton } from "../frame/CopyButton.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

const body = { webhook_type: "pretix" } as const

/** The address with that of this page, if the server knows only its own path. */
const whole = (address: string): string => new URL(address, location.origin).href

/** The address at which the shop reports changes: made, shown once, revoked. */
export const Webhook = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const [address, setAddress] = useState<string>()
  const status = useAnswer("GET /presale/status", { query: { node_id } })
  return (
    <section className="card stack" aria-labelledby="webhook">
      <h2 id="webhook">{say.webhook}</h2>
      <p className="muted">{say.webhookHint}</p>
      {address !== undefined && (
        <Notice kind="good">
          <p>{say.newWebhook}</p>
          <code className="address">{address}</code>
          <div>
            <CopyButton text={address} />
          </div>
        </Notice>
      )}
      <Loaded of={status}>
        {({ last_notification_at, webhook_since }) => (
          <>
            {webhook_since === null ? <p>{say.noWebhook}</p> : (
              <dl className="details facts">
                <dt>{say.webhookSince}</dt>
                <dd>
                  <Moment at={webhook_since} />
                </dd>
                <dt>{say.lastReport}</dt>
                <dd>{last_notification_at === null ? say.never : <Distance at={last_notification_at} />}</dd>
              </dl>
            )}
            <Changes hasAddress={webhook_since !== null} onAddress={setAddress} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const Changes = ({ hasAddress, onAddress }: {
  readonly hasAddress: boolean
  readonly onAddress: (address: string | undefined) => void
}) => {
  const say = useTexts()
  const may = useMay()
  const params = { node_id: useNodeId() }
  const make = () => call("POST /tree/events/:node_id/generate-webhook-url", { params, body })
  const { busy, refusal, submit } = useChange(make, ({ webhook_url }) => onAddress(whole(webhook_url)))
  if (!may("POST /tree/events/:node_id/generate-webhook-url")) return undefined
  if (!hasAddress) {
    return (
      <>
        {refusal !== undefined && <Refused refusal={refusal} />}
        <div>
          <Button busy={busy} onClick={() => void submit()}>{say.makeWebhook}</Button>
        </div>
      </>
    )
  }
  return (
    <div className="row">
      <ConfirmButton
        label={say.renewWebhook}
        look="usual"
        kind="primary"
        action={say.renewWebhook}
        change={make}
        onDone={({ webhook_url }) => onAddress(whole(webhook_url))}
      >
        <p>{say.renewHint}</p>
      </ConfirmButton>
      <ConfirmButton
        label={say.revokeWebhook}
        look="quiet"
        action={say.revokeWebhook}
        change={() => call("POST /tree/events/:node_id/revoke-webhook-url", { params, body })}
        onDone={() => onAddress(undefined)}
      >
        <p>{say.revokeHint}</p>
      </ConfirmButton>
    </div>
  )
}
