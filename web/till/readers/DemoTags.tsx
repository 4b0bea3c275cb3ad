import { useAtomValue } from "jotai"
import { Button } from "../../kit/Button.tsx"
import { fromAnswer } from "../../kit/Chip.ts"
import { chipRead } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { sessionAtom } from "../Session.ts"

/** The demo's tags as buttons, in place of a reader. The server names some in the demo alone. */
export const DemoTags = ({ holder, onUsed }: {
  readonly holder: "guest" | "staff"
  readonly onUsed?: (() => void) | undefined
}) => {
  const say = useMessages()
  const tags = useAtomValue(sessionAtom)?.config.demo_tags?.filter((tag) => tag.holder === holder) ?? []
  if (tags.length === 0) return undefined
  return (
    <section className="stack-close" aria-label={say.demoTags}>
      <h2 className="label">{holder === "staff" ? say.demoStaff : say.demoGuests}</h2>
      <ul className="demo-tags">
        {tags.map(({ description, name, uid_hex }) => (
          <li key={uid_hex}>
            <Button
              onClick={() => {
                onUsed?.()
                chipRead(fromAnswer(uid_hex))
              }}
            >
              {name}
              {description !== "" && <span className="muted small">{description.replace("_", " ")}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
