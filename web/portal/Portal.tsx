import { useAtomValue } from "jotai"
import { Route, Router, Switch } from "wouter"
import { lazily } from "../kit/lazily.tsx"
import { base, textPages } from "./event.ts"
import { EventGate } from "./EventGate.tsx"
import { Frame } from "./Frame.tsx"
import { GuestData } from "./Guest.tsx"
import { sessionAtom } from "./session.ts"
import { voucherAtom } from "./Voucher.ts"

const HomePage = lazily(() => import("./HomePage.tsx"), "HomePage", 5)
const AccountPage = lazily(() => import("./AccountPage.tsx"), "AccountPage", 5)
const LostPage = lazily(() => import("./LostPage.tsx"), "LostPage", 5)
const NotFoundPage = lazily(() => import("./NotFoundPage.tsx"), "NotFoundPage", 5)
const PayoutPage = lazily(() => import("./PayoutPage.tsx"), "PayoutPage", 5)
const ReceiptPage = lazily(() => import("./ReceiptPage.tsx"), "ReceiptPage", 5)
const SignInPage = lazily(() => import("./SignInPage.tsx"), "SignInPage", 5)
const TextPage = lazily(() => import("./TextPage.tsx"), "TextPage", 5)
const TopUpPage = lazily(() => import("./TopUpPage.tsx"), "TopUpPage", 5)
const TopUpStatusPage = lazily(() => import("./TopUpStatusPage.tsx"), "TopUpStatusPage", 5)

/** The guests' portal. */
export const Portal = () => (
  <Router base={base}>
    <EventGate>
      <Frame>
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
