import { assert } from "@effect/vitest"
import { checksOf, nameOf, orderOfChecks } from "@wristbank/docs/orderOfChecks"
import { type Answer } from "./FestivalServer.ts"

export type BookingChecked = keyof typeof orderOfChecks

/** How a refusal is named in the tables. */
export const refusalOf = ({ body, status }: Answer): string =>
  status === 401 && body.id === undefined ? "NotAuthenticated" : String(body.rule ?? body.id)

/** The refusal of a check, without the detail that distinguishes rows with the same one. */
export const refusalIn = (check: string): string => check.split(": ")[0]!

/** Pairs of checks, the earlier one first; those that no request can break both are left out. */
export const pairsOf = (
  booking: BookingChecked,
  broken: ReadonlyArray<string>,
  exclusive: ReadonlyArray<string> = []
) => {
  const inTable = checksOf(orderOfChecks[booking]).map(nameOf)
  assert.includeMembers(inTable, [...broken])
  const names = inTable.filter((name) => broken.includes(name))
  return names.flatMap((first, at) => names.slice(at).map((second) => [first, second] as const)).filter((
    [first, second]
  ) => !exclusive.includes(`${first}, ${second}`))
}
