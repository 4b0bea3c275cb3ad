import { ArrowLeft } from "lucide-react"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"

/** The title of a page below the start, with the way back. */
export const PageTitle = ({ children }: { readonly children: string }) => {
  const say = useMessages()
  return (
    <div className="page-title">
      <PageLink to="/" className="button" data-kind="quiet" aria-label={say.toStart}>
        <ArrowLeft className="icon" aria-hidden />
      </PageLink>
      <h1>{children}</h1>
    </div>
  )
}
