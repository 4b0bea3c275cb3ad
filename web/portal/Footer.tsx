import { useAtomValue } from "jotai"
import { ColoursChoice, LanguageChoice } from "../kit/Preferences.tsx"
import { SoftwareNote } from "../kit/SoftwareNote.tsx"
import { type TextPage, textPages, useEvent, useText } from "./event.ts"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import { sessionAtom, wristbandAtom } from "./session.ts"

/** Help, the organiser's texts, language and colours, below every page. */
export const Footer = () => {
  const say = useMessages()
  const { about_page_url, contact_email, data_privacy_url, event_name, source_url } = useEvent()
  const isSignedIn = useAtomValue(sessionAtom) !== undefined
  const wristband = useAtomValue(wristbandAtom)
  const subject = isSignedIn && wristband !== undefined ? say.mailSubject(event_name, wristband) : event_name
  return (
    <footer className="foot">
      <nav aria-label={say.help} className="links">
        <a href={`mailto:${contact_email}?subject=${encodeURIComponent(subject)}`}>{say.contact}</a>
        {textPages.map((page) => <TextLink key={page} page={page} />)}
        {about_page_url !== "" && <a href={about_page_url} rel="noreferrer">{say.about}</a>}
        {data_privacy_url !== "" && <a href={data_privacy_url} rel="noreferrer">{say.privacyNotice}</a>}
      </nav>
      <div className="choices">
        <LanguageChoice />
        <ColoursChoice />
      </div>
      <SoftwareNote sourceUrl={source_url} />
    </footer>
  )
}

const TextLink = ({ page }: { readonly page: TextPage }) => {
  const say = useMessages()
  return useText(page) === undefined ? undefined : <PageLink to={`/${page}`}>{say.textPages[page]}</PageLink>
}
