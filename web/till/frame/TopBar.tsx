import { useAtomValue } from "jotai"
import { CircleUserRound, Clock, CloudOff, Hourglass } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { useOnline } from "../../kit/Online.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call, isServerAwayAtom } from "../calls.ts"
import { isFinal } from "../journal/Booking.ts"
import { bookingsAtom } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { Readers } from "../readers/Readers.tsx"
import { useListsNow } from "../sale/SaleState.ts"
import { forgetPerson, loadSession, useSession } from "../Session.ts"
import { SignIn } from "../signIn/SignIn.tsx"

/** Which till this is, who works at it, whether the server answers, and which bookings wait for it. */
export const TopBar = () => {
  const say = useMessages()
  const { config } = useSession()
  const isAway = useAtomValue(isServerAwayAtom) === true
  const isOffline = !useOnline()
  const waiting = useAtomValue(bookingsAtom).filter((booking) => !isFinal(booking) && booking.phase !== "sent").length
  return (
    <header className="top-bar">
      <div className="row">
        <div className="place">
          <strong>{config.till?.name ?? config.name}</strong>
          <span className="muted small">{config.test_mode ? config.test_mode_message : config.event_name}</span>
          <ListsNow />
        </div>
        {waiting > 0 && (
          <Link href="/bookings" className="button waiting" aria-label={say.waiting(waiting)}>
            <Hourglass className="icon" aria-hidden />
            {waiting}
          </Link>
        )}
        <PersonButton />
      </div>
      {(isAway || isOffline) && (
        <p className="server-away" role="alert">
          <CloudOff className="icon" aria-hidden />
          <span>{say.serverAway} {say.serverAwayHint}</span>
        </p>
      )}
    </header>
  )
}

/** The price lists that hold now: "Happy hour until 19:00". */
const ListsNow = () => {
  const say = useMessages()
  const { time } = useFormats()
  const lists = useListsNow()
  if (lists.length === 0) return undefined
  return (
    <span className="small">
      <Clock className="icon" aria-hidden />{" "}
      {lists.map(({ name, until }) => say.listUntil(name, time(until))).join(", ")}
    </span>
  )
}

/** Who is signed in. A tap opens the change to another person: their tag is the second. */
const PersonButton = () => {
  const say = useMessages()
  const { person } = useSession()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { busy, refusal, submit } = useSubmit(() => call("POST /user/logout"), () => {
    forgetPerson()
    void loadSession()
  })
  if (person === null) return undefined
  return (
    <>
      <Button className="person" onClick={() => setOpen(true)}>
        <CircleUserRound className="icon" aria-hidden />
        <span className="who">
          <strong>{person.display_name || person.login}</strong>
          <span className="muted small">{person.active_role_name}</span>
        </span>
      </Button>
      {isOpen && (
        <Dialog title={say.switchTitle} onClose={close}>
          <SignIn hint={say.switchHint(person.display_name || person.login)} onDone={close} />
          <Readers holder="staff" />
          {refusal !== undefined && <Refused refusal={refusal} />}
          <div className="row">
            <Button kind="danger" busy={busy} onClick={() => void submit()}>{say.signOut}</Button>
            <Button kind="quiet" onClick={close}>{say.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
