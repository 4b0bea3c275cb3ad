import { Effect } from "effect"
import type { Asking } from "../shell/Confirmation.ts"
import { askUnseen, terminal } from "./PasswordInput.ts"

/** The secrets that someone types at the terminal without their being shown, by their names; none if no one can be asked. */
export const askedSecrets = (
  names: ReadonlyArray<string>,
  asking: Asking = terminal
): Effect.Effect<Readonly<Record<string, string>>> =>
  asking.input.isTTY !== true
    ? Effect.succeed({})
    : Effect.map(
      Effect.forEach(names, (name) => Effect.map(askUnseen(`${name}: `, asking), (typed) => [name, typed] as const)),
      Object.fromEntries
    )
