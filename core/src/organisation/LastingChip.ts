import { Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { staysWithChip, toHex } from "../base/TagUid.ts"
import { organisationRules } from "./OrganisationRules.ts"

/** Refuses a chip number at its first use if no chip keeps it: the money of the guest who paid onto it could not be found again. */
export const lastingChip = (uid: bigint): Result.Result<void, InvalidArgument> =>
  staysWithChip(uid)
    ? Result.succeed(undefined)
    : refuse(organisationRules.chip_fleeting, { chip: toHex(uid).padStart(8, "0") })
