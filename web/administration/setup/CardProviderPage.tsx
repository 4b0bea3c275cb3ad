import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { basePath } from "../../kit/Base.ts"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import "./setup.css"

/** Whether the event may take card payments, and the way through the provider's consent page. */
export const CardProviderPage = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const settings = useAnswer("GET /tree/events/:node_id/settings", { params })
  const redirect_uri = `${location.origin}${basePath()}/${params.node_id}/setup/card-provider`
  const begin = useChange(
    () => call("POST /tree/nodes/:node_id/begin-sumup-authorization", { params, body: { redirect_uri } }),
    ({ authorize_url }) => location.assign(authorize_url)
  )
  const finish = useReturn(params.node_id)
  return (
    <Page>
      {[begin.refusal, finish.refusal].map((one, at) => one !== undefined && <Refused key={at} refusal={one} />)}
      {finish.isDone && (
        <Notice kind="good">
          <p>{say.authorised}</p>
        </Notice>
      )}
      <Loaded of={settings}>
        {({ sumup_oauth_client_id, sumup_oauth_refresh_token, sumup_payment_enabled, sumup_topup_enabled }) => (
          <section className="card stack">
            <dl className="details facts">
              <dt>{say.cardTills}</dt>
              <dd>{sumup_payment_enabled ? say.on : say.off}</dd>
              <dt>{say.cardOnline}</dt>
              <dd>{sumup_topup_enabled ? say.on : say.off}</dd>
              <dt>{say.consent}</dt>
              <dd>{sumup_oauth_refresh_token === "" ? say.consentMissing : say.consentGiven}</dd>
            </dl>
            <p>
              {say.consentHint} <code className="address">{redirect_uri}</code>
            </p>
            <div className="row">
              <Button
                kind="primary"
                busy={begin.busy}
                disabled={sumup_oauth_client_id === ""}
                onClick={() => void begin.submit()}
              >
                {say.giveConsent}
              </Button>
              <Link href="/setup/settings?topic=card" className="button">{say.toCardSettings}</Link>
            </div>
            {sumup_oauth_client_id === "" && <p className="muted">{say.clientMissing}</p>}
          </section>
        )}
      </Loaded>
    </Page>
  )
}

/** Finishes a consent when the provider leads back here, once, and takes the code out of the address. */
const useReturn = (node_id: number) => {
  const [{ code, state }] = useState(() => {
    const given = new URLSearchParams(location.search)
    return { code: given.get("code"), state: given.get("state") }
  })
  const [isDone, setDone] = useState(false)
  const { refusal, submit } = useChange(
    (authorization_code: string) =>
      call("POST /tree/nodes/:node_id/configure-sumup-token", {
        params: { node_id },
        body: { authorization_code, state }
      }),
    () => setDone(true)
  )
  const isSent = useRef(false)
  useEffect(() => {
    if (code === null || isSent.current) return
    isSent.current = true
    history.replaceState({}, "", location.pathname)
    void submit(code)
  }, [code, submit])
  return { isDone, refusal }
}
