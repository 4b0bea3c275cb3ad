import { Strangers } from "@wristbank/core/sql/Strangers"
import { Layer } from "effect"

/** For servers without a database: there are no connections to keep strangers away from. */
export const nobodyApart = Layer.succeed(Strangers, { apart: (effect) => effect, known: (effect) => effect })
