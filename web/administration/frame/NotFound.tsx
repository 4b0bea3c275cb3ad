import { Link } from "wouter"
import { basePath } from "../../kit/Base.ts"
import { useMessages } from "../messages/messages.ts"

/** An address that leads nowhere, for this person at least. */
export const NotFound = () => {
  const say = useMessages()
  return (
    <div className="stack">
      <h1>{say.notFound}</h1>
      <p>{say.notFoundHint}</p>
      <p>
        <Link href={`~${basePath()}/`}>{say.toStart}</Link>
      </p>
    </div>
  )
}
