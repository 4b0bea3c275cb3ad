import type { Thing } from "../../form/Field.ts"
import type { TillTexts } from "./english.ts"
import type { Equipment } from "./useEquipment.ts"

/** The terminals that a till can have; those that serve another till say which. */
export const terminalChoices = (
  { terminals = [], tillOf }: Equipment,
  say: TillTexts,
  ownTill?: number
): ReadonlyArray<Thing> =>
  terminals.map(({ id, name, till_id }) => ({
    id,
    name,
    ...(till_id === null || till_id === ownTill ? {} : { unavailable: say.otherTill(tillOf(till_id)?.name ?? "") })
  }))

/** The tills that a terminal can serve; those with a terminal say which. */
export const tillChoices = ({ terminalOf, tills = [] }: Equipment, say: TillTexts): ReadonlyArray<Thing> =>
  tills.map(({ id, name, terminal_id }) => ({
    id,
    name,
    ...(terminal_id === null ? {} : { unavailable: say.hasTerminal(terminalOf(terminal_id)?.name ?? "") })
  }))
