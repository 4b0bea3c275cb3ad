import { useAtom } from "jotai"
import { storedAtom } from "../../../kit/Stored.ts"

/** Where devices open the till: on this server unless someone typed another address in this browser. */
const tillAddressAtom = storedAtom<string>(
  "wristbank.administration.till",
  (stored) => stored ?? `${location.origin}/till/`,
  (address) => address === `${location.origin}/till/` || address === "" ? null : address
)

export const useTillAddress = () => useAtom(tillAddressAtom)
