import type { CashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { add, type Amount, fromCents, times } from "../../kit/Amount.ts"

type Unit = Exclude<keyof CashRegisterStocking & string, "id" | "name" | "node_id" | "total" | "variable_in_euro">

/** A kind of note, or of a roll of coins: the value of one piece in cents, and the pieces of a roll. */
interface UnitValue {
  readonly cents: number
  readonly pieces: number
}

/** What a stocking counts, the largest first. */
export const units: Readonly<Record<Unit, UnitValue>> = {
  euro200: { cents: 20_000, pieces: 1 },
  euro100: { cents: 10_000, pieces: 1 },
  euro50: { cents: 5_000, pieces: 1 },
  euro20: { cents: 2_000, pieces: 1 },
  euro10: { cents: 1_000, pieces: 1 },
  euro5: { cents: 500, pieces: 1 },
  euro2: { cents: 200, pieces: 25 },
  euro1: { cents: 100, pieces: 25 },
  cent50: { cents: 50, pieces: 40 },
  cent20: { cents: 20, pieces: 40 },
  cent10: { cents: 10, pieces: 40 },
  cent5: { cents: 5, pieces: 50 },
  cent2: { cents: 2, pieces: 50 },
  cent1: { cents: 1, pieces: 50 }
}

export const unitNames = Object.keys(units) as ReadonlyArray<Unit>

/** The whole float of a stocking. */
export const floatOf = (
  counts: { readonly [Name in Unit]?: number | null | undefined } & { readonly variable_in_euro?: Amount | undefined }
): Amount =>
  add(
    counts.variable_in_euro ?? fromCents(0),
    ...unitNames.map((name) => times(fromCents(units[name].cents * units[name].pieces), counts[name] ?? 0))
  )
