import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"

export const NotFoundPage = () => {
  const say = useMessages()
  return (
    <>
      <h1>{say.pageUnknown}</h1>
      <p>
        <PageLink to="/">{say.toStart}</PageLink>
      </p>
    </>
  )
}
