import { createContext, type ReactNode, use, useMemo } from "react"
import { keptAtom, useKept } from "../kit/Answers.ts"
import { call, type PortalAnswer } from "./calls.ts"

export type Account = PortalAnswer<"GET /customer">
export type PayoutState = PortalAnswer<"GET /payout_info">
export type OpenTopUp = PortalAnswer<"GET /sumup/open-checkouts">[number]

/** What the screens of one session share. The browser keeps the balance, to show it without a network. */
const makeGuest = () => ({
  account: keptAtom(() => call("GET /customer"), "wristbank.portal.guest.account"),
  payout: keptAtom(() => call("GET /payout_info"), "wristbank.portal.guest.payout"),
  openTopUps: keptAtom(() => call("GET /sumup/open-checkouts"))
})

const Guest = createContext<ReturnType<typeof makeGuest> | undefined>(undefined)

/** Gives its screens the data of one session; with another `key` they start anew. */
export const GuestData = ({ children }: { readonly children: ReactNode }) => (
  <Guest value={useMemo(() => makeGuest(), [])}>{children}</Guest>
)

const useGuest = () => {
  const guest = use(Guest)
  if (guest === undefined) throw new Error("No guest is signed in")
  return guest
}

/** The subject of everything that a booking or a change of the guest's data may change. */
export const guestSubject = "guest"

export const useAccount = () => useKept(useGuest().account, guestSubject)
export const usePayoutState = () => useKept(useGuest().payout, guestSubject)
export const useOpenTopUps = () => useKept(useGuest().openTopUps, guestSubject)
