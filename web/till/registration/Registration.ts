import { atom } from "jotai"
import { storedAtom } from "../../kit/Stored.ts"

/** This browser as a terminal. */
export interface Registration {
  /** Made here at the registration. Bookings bear it, so that none is sent as another terminal. */
  readonly id: string
  readonly token: string
  readonly terminalId: number
  readonly name: string
}

export const readRegistration = (stored: string | null): Registration | null => {
  try {
    const { id, name, terminalId, token } = JSON.parse(stored ?? "") as Partial<Registration>
    return typeof id === "string" && typeof token === "string" && typeof terminalId === "number" &&
        typeof name === "string"
      ? { id, token, terminalId, name }
      : null
  } catch {
    return null
  }
}

export const registrationAtom = storedAtom<Registration | null>(
  "wristbank.till",
  readRegistration,
  (registration) => registration === null ? null : JSON.stringify(registration)
)

/** Whether the server has refused the token of this registration. */
export const isSignedOutAtom = atom(false)
