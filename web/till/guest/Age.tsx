import { useMessages } from "../messages.ts"
import type { english } from "./english.ts"
import type { Guest } from "./Guest.ts"

type Restriction = Guest["restriction"]

const texts = {
  under_16: "under16",
  under_18: "under18",
  adult: "adult"
} as const satisfies Record<NonNullable<Restriction> | "adult", keyof typeof english>

/** How old a guest is, as far as their wristband says, and its other kinds. */
export const Age = ({ kinds = [], restriction }: {
  readonly restriction: Restriction
  readonly kinds?: ReadonlyArray<string>
}) => {
  const say = useMessages()
  const others = kinds.filter((name) => !(name in texts))
  return (
    <span className="age" data-age={restriction ?? "adult"}>
      {[say[texts[restriction ?? "adult"]], ...others].join(", ")}
    </span>
  )
}
