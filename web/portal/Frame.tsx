import { useAtomValue } from "jotai"
import { CircleUserRound } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import { useLocation } from "wouter"
import { Notice } from "../kit/Notice.tsx"
import { useOnline } from "../kit/Online.ts"
import { apiBase } from "./calls.ts"
import { useEvent } from "./event.ts"
import { Footer } from "./Footer.tsx"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import { sessionAtom } from "./session.ts"

/** The event's name and logo above every page, and what concerns all of them. */
export const Frame = ({ children }: { readonly children: ReactNode }) => {
  const say = useMessages()
  const { event_design: { bon_logo_blob_id: logo }, event_name, test_mode, test_mode_message } = useEvent()
  const isSignedIn = useAtomValue(sessionAtom) !== undefined
  const isOnline = useOnline()
  return (
    <div className="frame">
      <a className="skip-link" href="#content">{say.skipToContent}</a>
      {test_mode && <aside className="banner">{test_mode_message || say.testSystem}</aside>}
      <header className="head">
        <PageLink to="/" className="brand">
          {logo !== null && <img src={`${apiBase}/blob/${logo}`} alt="" height={32} />}
          <span>{event_name}</span>
        </PageLink>
        {isSignedIn && (
          <PageLink to="/account" className="button" data-kind="quiet">
            <CircleUserRound className="icon" aria-hidden />
            {say.account}
          </PageLink>
        )}
      </header>
      <main ref={useFocusOnNewPage(isSignedIn)} id="content" className="page stack" tabIndex={-1}>
        {!isOnline && (
          <Notice kind="attention">
            <p>{say.offline}</p>
          </Notice>
        )}
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** Moves the focus to the content when another page is shown, so that keyboards and screen readers begin there. */
const useFocusOnNewPage = (isSignedIn: boolean) => {
  const main = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const page = `${location} ${isSignedIn}`
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    main.current?.focus()
  }, [page])
  return main
}
