import { useMessages } from "../messages.ts"
import type { english } from "./english.ts"
import type { Guest } from "./Guest.ts"

type Restriction = Guest["restriction"]

const texts = {
  under_16: "under16",
  under_18: "under18",
  adult: "adult"
} as const satisfies Record<NonNullable<Restriction> | "adult", keyof typeof english>

/** How old a guest is, as far as their wristband says. */
export const Age = ({ restriction }: { readonly restriction: Restriction }) => {
  const say = useMessages()
  return <span className="age" data-age={restriction ?? "adult"}>{say[texts[restriction ?? "adult"]]}</span>
}
