import { officeLayout } from "../../kit/GivenNames.ts"
import type { Loading } from "../answers.ts"

/** A list without what belongs to the till of the office: it sells nothing, so there is nothing to arrange. */
export const withoutOffice = <Row extends { readonly name: string }>(
  list: Loading<ReadonlyArray<Row>>
): Loading<ReadonlyArray<Row>> => ({ ...list, data: list.data?.filter(({ name }) => name !== officeLayout) })
