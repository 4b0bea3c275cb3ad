import { useId } from "react"
import type { TileLook } from "../../../kit/Tile.tsx"
import { Preview } from "../layouts/Preview.tsx"
import { useTexts } from "../texts.ts"

/** A button as tills show it. */
export const OnTheTill = (
  { look, name, price }: { readonly name: string; readonly look: TileLook; readonly price: string }
) => {
  const say = useTexts()
  const id = useId()
  return (
    <section className="stack-close" aria-labelledby={id}>
      <h2 id={id}>{say.onTheTill}</h2>
      <Preview label={say.onTheTill} tiles={[{ id: "button", name: name === "" ? "…" : name, look, price }]} />
    </section>
  )
}
