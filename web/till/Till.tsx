import { useAtomValue } from "jotai"
import { useState } from "react"
import { Router } from "wouter"
import { basePath } from "../kit/Base.ts"
import { Button } from "../kit/Button.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useKeyboardReader } from "../kit/readers/KeyboardReader.ts"
import { Frame } from "./frame/Frame.tsx"
import { Plain } from "./frame/Plain.tsx"
import { isOpenElsewhereAtom, takeOver } from "./journal/OneWindow.ts"
import { isJournalOpenAtom } from "./journal/useJournal.ts"
import { useMessages } from "./messages.ts"
import { ReaderSetUp } from "./readers/ReaderSetUp.tsx"
import { RegisterScreen } from "./registration/RegisterScreen.tsx"
import { isSignedOutAtom, registrationAtom } from "./registration/Registration.ts"
import { SignedOutScreen } from "./registration/SignedOutScreen.tsx"
import { StartScreen } from "./registration/StartScreen.tsx"
import { sessionAtom, useSessionUpdates } from "./Session.ts"
import { SignInScreen } from "./signIn/SignInScreen.tsx"
import { useWakeLock } from "./WakeLock.ts"

/** The application: what stands in the way of working first, then the screens. */
export const Till = () => {
  useKeyboardReader()
  useSessionUpdates()
  useWakeLock()
  return (
    <Router base={basePath()}>
      <Stage />
      <ReaderSetUp />
    </Router>
  )
}

const TakeOver = () => {
  const say = useMessages()
  const [isAsked, setAsked] = useState(false)
  return (
    <Button
      kind="primary"
      className="large"
      busy={isAsked}
      onClick={() => {
        setAsked(true)
        takeOver()
      }}
    >
      {say.useHere}
    </Button>
  )
}

const Stage = () => {
  const say = useMessages()
  const session = useAtomValue(sessionAtom)
  const registration = useAtomValue(registrationAtom)
  const isJournalOpen = useAtomValue(isJournalOpenAtom)
  const isSignedOut = useAtomValue(isSignedOutAtom)
  if (useAtomValue(isOpenElsewhereAtom)) {
    return (
      <Plain title={say.otherWindow}>
        <p>{say.otherWindowHint}</p>
        <TakeOver />
      </Plain>
    )
  }
  if (isJournalOpen === false) {
    return (
      <Plain title={say.till}>
        <Notice kind="stopped">
          <p>{say.nothingKept}</p>
        </Notice>
      </Plain>
    )
  }
  if (registration === null) return <RegisterScreen />
  if (isSignedOut) return <SignedOutScreen />
  if (session === undefined || isJournalOpen === undefined) return <StartScreen />
  if (session.person === null) return <SignInScreen />
  return <Frame />
}
