import { openedAddress, type SaidOfPortal, type SeenAt } from "./PortalTrial.ts"

// Looks at the address of a portal, on a thread of its own: pages of the office may call nothing but their own server, while this file's
// policy allows any address. It neither sees nor sends anything of the person's session.

/** What the page asks: an address, and how long to wait for it. */
export interface PortalQuestion {
  readonly url: string
  readonly millis: number
}

const anonymous = { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" } as const

/** Nothing that a page may read comes from a site that allows it to none. */
const unreadable = () => undefined

const configAt = async (address: string, signal: AbortSignal): Promise<SaidOfPortal> => {
  const config = `${new URL(address).origin}/api/customer/config?base_url=${encodeURIComponent(address)}`
  const answer = await fetch(config, { ...anonymous, redirect: "error", signal })
  const body: unknown = await answer.json()
  if (typeof body !== "object" || body === null) return { kind: "unreadable" }
  const { event_name: name, node_id: id, rule } = body as Readonly<Record<string, unknown>>
  if (rule === "portal.address_unknown") return { kind: "noEvent" }
  return typeof name === "string" && typeof id === "number" ? { kind: "event", id, name } : { kind: "unreadable" }
}

const isPageAt = async (address: string, signal: AbortSignal): Promise<boolean> =>
  (await fetch(`${address}/manifest.webmanifest`, { ...anonymous, redirect: "error", signal })).ok

const anythingAt = async (address: string, signal: AbortSignal): Promise<boolean> =>
  fetch(`${address}/`, { ...anonymous, mode: "no-cors", signal }).then(() => true)

const lookOnce = async (address: string, signal: AbortSignal): Promise<SeenAt> => {
  const [said, isPage, answers] = await Promise.all([
    configAt(address, signal).catch(unreadable),
    isPageAt(address, signal).catch(unreadable),
    anythingAt(address, signal).catch(unreadable)
  ])
  return { said: said ?? { kind: "unreadable" }, isPage: isPage ?? false, answers: answers ?? false }
}

/** Looks again while only the page is missing: a server learns within a second that it is to have one. */
const look = async (address: string, signal: AbortSignal): Promise<SeenAt> => {
  const seen = await lookOnce(address, signal)
  if (seen.said.kind !== "event" || seen.isPage) return seen
  await new Promise((resolve) => setTimeout(resolve, pauseMillis))
  return signal.aborted ? seen : look(address, signal).then((next) => signal.aborted ? seen : next)
}

const pauseMillis = 300

addEventListener("message", (event: MessageEvent<PortalQuestion>) => {
  const { millis, url } = event.data
  void look(openedAddress(url), AbortSignal.timeout(millis)).then((seen) => postMessage(seen, { transfer: [] }))
})
