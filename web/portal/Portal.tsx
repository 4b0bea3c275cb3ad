import { useAtomValue } from "jotai"
import { lazy, Suspense } from "react"
import { Route, Router, Switch } from "wouter"
import { Placeholder } from "../kit/Loaded.tsx"
import { base, textPages } from "./event.ts"
import { EventGate } from "./EventGate.tsx"
import { Frame } from "./Frame.tsx"
import { GuestData } from "./Guest.tsx"
import { sessionAtom } from "./session.ts"
import { voucherAtom } from "./Voucher.ts"

const HomePage = lazy(async () => ({ default: (await import("./HomePage.tsx")).HomePage }))
const AccountPage = lazy(async () => ({ default: (await import("./AccountPage.tsx")).AccountPage }))
const LostPage = lazy(async () => ({ default: (await import("./LostPage.tsx")).LostPage }))
const NotFoundPage = lazy(async () => ({ default: (await import("./NotFoundPage.tsx")).NotFoundPage }))
const PayoutPage = lazy(async () => ({ default: (await import("./PayoutPage.tsx")).PayoutPage }))
const ReceiptPage = lazy(async () => ({ default: (await import("./ReceiptPage.tsx")).ReceiptPage }))
const SignInPage = lazy(async () => ({ default: (await import("./SignInPage.tsx")).SignInPage }))
const TextPage = lazy(async () => ({ default: (await import("./TextPage.tsx")).TextPage }))
const TopUpPage = lazy(async () => ({ default: (await import("./TopUpPage.tsx")).TopUpPage }))
const TopUpStatusPage = lazy(async () => ({ default: (await import("./TopUpStatusPage.tsx")).TopUpStatusPage }))

/** The guests' portal. */
export const Portal = () => (
  <Router base={base}>
    <EventGate>
      <Frame>
        <Suspense fallback={<Placeholder lines={5} />}>
          <Switch>
            <Route path="/bon/:uuid">{({ uuid }) => <ReceiptPage uuid={uuid} />}</Route>
            {textPages.map((page) => (
              <Route key={page} path={`/${page}`}>
                <TextPage page={page} />
              </Route>
            ))}
            <Route>
              <SignedIn />
            </Route>
          </Switch>
        </Suspense>
      </Frame>
    </EventGate>
  </Router>
)

/** The screens of a session; without one the sign-in stands in their place, and afterwards the screen that was asked for. */
const SignedIn = () => {
  const session = useAtomValue(sessionAtom)
  const voucher = useAtomValue(voucherAtom)
  // A link opens the account of its ticket, also if another guest is signed in here.
  if (session === undefined || voucher !== undefined) return <SignInPage />
  return (
    <GuestData key={session.token}>
      <Switch>
        <Route path="/">
          <HomePage />
        </Route>
        <Route path="/top-up">
          <TopUpPage />
        </Route>
        <Route path="/top-up/:uuid">{({ uuid }) => <TopUpStatusPage uuid={uuid} />}</Route>
        <Route path="/payout">
          <PayoutPage />
        </Route>
        <Route path="/account">
          <AccountPage />
        </Route>
        <Route path="/lost">
          <LostPage />
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </GuestData>
  )
}
