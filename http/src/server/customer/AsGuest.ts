import { SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"
import { calledBy } from "../answers/Handler.ts"

/** Makes handlers from functions whose first parameter is the signed-in guest. */
export const asGuest = calledBy(SignedInCustomer)
