import { SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"
import { calledBy } from "../Handler.ts"

/** Makes handlers of functions that take the guest who is signed in before the request. */
export const asGuest = calledBy(SignedInCustomer)
