import { useEffect, useState } from "react"
import { basePath } from "../../kit/Base.ts"
import { Button } from "../../kit/Button.tsx"
import { Notice, type NoticeKind } from "../../kit/Notice.tsx"
import { useNode, useNodeName } from "../tree.ts"
import type { PortalQuestion } from "./portalSight.ts"
import { type ExpectedEvent, type PortalTrial, type SeenAt, trialMillis, trialOf, untried } from "./PortalTrial.ts"
import { useTexts } from "./texts.ts"
import type { Settings } from "./TopicForm.tsx"
import "./setup.css"

/** Where guests reach the portal by the saved settings, and what this browser finds there. It only warns: DNS may follow. */
export const PortalAddress = ({ onlyWarns = false, settings }: {
  readonly settings: Settings
  /** Whether nothing is shown of an address that is good. */
  readonly onlyWarns?: boolean
}) => {
  const say = useTexts()
  const [turn, setTurn] = useState(0)
  const url = addressOf(settings.customer_portal_url)
  const expected = useExpectedEvent()
  const trial = usePortalTrial(url, expected, `${settings.version} ${turn}`)
  const isGood = trial === undefined || trial.outcome === "portal"
  if (url === undefined || (onlyWarns && isGood)) return undefined
  return (
    <Notice kind={trial === undefined ? "info" : noticeKinds[trial.outcome]}>
      <p className="portal-address">
        {say.portalAt} <a href={url} target="_blank" rel="noreferrer">{url}</a>
      </p>
      <p>{trial === undefined ? say.portalTrying : sentenceOf(trial, say)}</p>
      {!isGood && (
        <div>
          <Button onClick={() => setTurn(turn + 1)}>{say.tryPortalAgain}</Button>
        </div>
      )}
    </Notice>
  )
}

/** The address, or that of the installation's portal beside this office, which an event without an address may have. */
const addressOf = (url: string): string | undefined =>
  url !== "" ? url : basePath() === "" ? undefined : `${location.origin}/portal`

const noticeKinds: Readonly<Record<PortalTrial["outcome"], NoticeKind>> = {
  portal: "good",
  otherEvent: "attention",
  noEvent: "attention",
  noPage: "attention",
  otherSite: "attention",
  silent: "attention",
  insecure: "info",
  offline: "info",
  unable: "info"
}

const sentenceOf = (trial: PortalTrial, { portalTrials }: ReturnType<typeof useTexts>): string =>
  trial.outcome === "otherEvent" ? portalTrials.otherEvent(trial.name) : portalTrials[trial.outcome]()

const useExpectedEvent = (): ExpectedEvent => {
  const node = useNode()
  const id = node?.event_node_id ?? 0
  return { id, name: useNodeName()(id) }
}

/** Tries an address, again whenever `turn` changes; `undefined` until it is known what came of it. */
const usePortalTrial = (
  url: string | undefined,
  { id, name }: ExpectedEvent,
  turn: string
): PortalTrial | undefined => {
  const [trial, setTrial] = useState<{ readonly of: string; readonly trial: PortalTrial }>()
  const of = JSON.stringify([url, id, name, turn])
  useEffect(() => {
    if (url === undefined || name === "") return
    return tryPortal(url, { id, name }, (result) => setTrial({ of, trial: result }))
  }, [id, name, of, url])
  return trial?.of === of ? trial.trial : undefined
}

/** Tries an address until one thing is known: its answer, a failure of this browser, or its silence. Returns how to stop. */
const tryPortal = (url: string, expected: ExpectedEvent, onKnown: (trial: PortalTrial) => void) => {
  const reason = untried(url, { isSecure: location.protocol === "https:", isOnline: navigator.onLine })
  if (reason !== undefined) {
    onKnown(reason)
    return
  }
  const sight = new Worker(new URL("./portalSight.ts", import.meta.url), { type: "module" })
  const stop = () => {
    clearTimeout(late)
    sight.terminate()
  }
  const end = (trial: PortalTrial) => {
    stop()
    onKnown(trial)
  }
  const late = setTimeout(() => end({ outcome: "unable" }), 2 * trialMillis)
  sight.addEventListener("message", ({ data }: MessageEvent<SeenAt>) => end(trialOf(data, expected)))
  sight.addEventListener("error", () => end({ outcome: "unable" }))
  sight.postMessage({ url, millis: trialMillis } satisfies PortalQuestion, [])
  return stop
}
