import { Link } from "wouter"
import { useTexts } from "./texts.ts"

/** Links to the other ways to a new event: a copy, a file, and one without anything. */
export const OtherWays = () => {
  const say = useTexts()
  return (
    <>
      <Link href="/setup/place/copy-event" className="button">{say.copyEvent}</Link>
      <Link href="/setup/place/event-from-file" className="button">{say.fromFile}</Link>
      <Link href="/setup/place/empty-event" className="button">{say.emptyEvent}</Link>
    </>
  )
}
