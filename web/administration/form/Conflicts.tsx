import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useTileColourNames } from "../../kit/tileColours/TileColours.ts"
import { useMessages } from "../messages/messages.ts"
import type { Drafts } from "./drafts.ts"
import type { Conflict } from "./Entries.ts"
import type { Draft, Look } from "./Field.ts"

interface ConflictsProps {
  readonly conflicts: ReadonlyArray<Conflict>
  readonly drafts: Drafts
  readonly onChoose: (name: string, draft: Draft) => void
}

/** Someone else saved the same thing meanwhile: both versions of each entry that both changed, to choose from. */
export const Conflicts = ({ conflicts, drafts, onChoose }: ConflictsProps) => {
  const say = useMessages()
  const colours = useTileColourNames()
  return (
    <Notice kind="attention">
      <p>{conflicts.length === 0 ? say.mergedWithout : say.mergedWith}</p>
      {conflicts.map(({ field: { label, look, shown }, mine, name, theirs }) => (
        <fieldset key={name} className="conflict">
          <legend>{label}</legend>
          {([[say.mine, mine], [say.theirs, theirs]] as const).map(([whose, draft]) => (
            <Button
              key={whose}
              aria-pressed={JSON.stringify(drafts[name]) === JSON.stringify(draft)}
              onClick={() => onChoose(name, draft)}
            >
              {whose}: {(shown?.(draft) ?? shownDraft(draft, look, colours)) || say.emptyEntry}
            </Button>
          ))}
        </fieldset>
      ))}
    </Notice>
  )
}

/** An entry as a reader sees it: options and colours by their names. */
const shownDraft = (draft: Draft, look: Look, colours: Readonly<Record<string, string>>): string => {
  if (typeof draft === "boolean") return draft ? "✓" : "–"
  const nameOf = (value: string) =>
    look.kind === "colour"
      ? colours[value] ?? value
      : "options" in look
      ? look.options.find((option) => option.value === value)?.name ?? value
      : value
  return typeof draft === "string" ? nameOf(draft) : draft.map(nameOf).join(", ")
}
