import { GripVertical } from "lucide-react"
import { useId, useState } from "react"
import { Button } from "../../../kit/Button.tsx"
import { Remarks } from "../../../kit/Field.tsx"
import { useMistake } from "../../../kit/Form.tsx"
import { tileAttributes } from "../../../kit/Tile.tsx"
import type { EntryProps } from "../../form/Entry.tsx"
import { OptionsEntry } from "../../form/OptionsEntry.tsx"
import { ButtonFace } from "../buttons/ButtonTile.tsx"
import { added, type Arrangement } from "./Arrangement.ts"
import { Phone } from "./Preview.tsx"
import { useTexts } from "./texts.ts"
import { useArranging } from "./useArranging.ts"
import { type TileContent, tilesOf } from "./useTiles.ts"

interface DesignerProps extends EntryProps {
  /** Everything that can be put on the page. */
  readonly tiles: ReadonlyArray<TileContent>
  /** Said while the page is empty. */
  readonly empty: string
}

/** A page of a layout, arranged on the till as it will look: by dragging, by clicking, or with the keyboard. */
export const Designer = ({ draft, empty, field: { label }, name, onChange, tiles }: DesignerProps) => {
  const say = useTexts()
  const id = useId()
  const ids = draft as Arrangement
  const mistake = useMistake(name)
  return (
    <section className="wide stack-close" aria-labelledby={id}>
      <h2 id={id}>{say.page(label, ids.length)}</h2>
      <Remarks id={id} hint={undefined} mistake={mistake} />
      <div className="designer">
        <Available entry={name} tiles={tiles} ids={ids} onAdd={(more) => onChange(added(ids, more))} />
        <div className="stack-close">
          <Grid label={label} tiles={tiles} ids={ids} onChange={onChange} empty={empty} />
        </div>
      </div>
    </section>
  )
}

/** What is not on the page yet; some can be put there at once. */
const Available = ({ entry, ids, onAdd, tiles }: {
  /** The name of the page's entry. */
  readonly entry: string
  readonly tiles: ReadonlyArray<TileContent>
  readonly ids: Arrangement
  readonly onAdd: (ids: Arrangement) => void
}) => {
  const say = useTexts()
  const [ticked, setTicked] = useState<Arrangement>([])
  const available = tiles.filter(({ id }) => !ids.includes(id))
  const chosen = ticked.filter((id) => available.some((tile) => tile.id === id))
  if (available.length === 0) return <p className="muted">{tiles.length === 0 ? say.nothingThere : say.allThere}</p>
  return (
    <div className="stack-close">
      <OptionsEntry
        name={`${entry}_available`}
        label={say.available}
        options={available.map(({ id, name, price }) => ({ value: id, name: `${name} · ${price}` }))}
        chosen={chosen}
        onChange={setTicked}
      />
      <div className="row">
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onAdd(chosen)
            setTicked([])
          }}
        >
          {say.addChosen(chosen.length)}
        </Button>
        <Button kind="quiet" onClick={() => setTicked(available.map(({ id }) => id))}>{say.chooseAll}</Button>
      </div>
    </div>
  )
}

interface GridProps {
  readonly label: string
  readonly tiles: ReadonlyArray<TileContent>
  readonly ids: Arrangement
  readonly onChange: (ids: Arrangement) => void
  readonly empty: string
}

const Grid = ({ empty, ids, label, onChange, tiles }: GridProps) => {
  const say = useTexts()
  const help = useId()
  const nameOf = (id: string) => tiles.find((tile) => tile.id === id)?.name ?? id
  const { announcement, cancel, drag, focused, grid, held, press, pressKey, shown, takeOff } = useArranging({
    ids,
    onChange,
    nameOf
  })
  return (
    <>
      <Phone>
        {ids.length === 0 && <p className="muted">{empty}</p>}
        <ul ref={grid} className="button-grid" aria-label={label}>
          {tilesOf(tiles, shown).map(({ id, ...tile }, at) => (
            <li
              key={id}
              className="tile"
              {...tileAttributes(tile.look)}
              data-held={held === id || undefined}
              onPointerDown={(event) => drag.start(id, event)}
            >
              <button
                type="button"
                className="tile-press"
                tabIndex={focused === id || (focused === undefined && at === 0) ? 0 : -1}
                aria-pressed={held === id}
                aria-describedby={help}
                onClick={() => press(id)}
                onKeyDown={(event) => pressKey(id, event)}
              >
                <ButtonFace {...tile} />
              </button>
              <span className="grip" aria-hidden>
                <GripVertical className="icon" />
              </span>
            </li>
          ))}
        </ul>
      </Phone>
      <div className="held-tools" hidden={ids.length === 0}>
        {held === undefined
          ? <p id={help} className="muted small">{say.howToMove}</p>
          : (
            <>
              <p id={help} className="small">{say.howToDrop(nameOf(held))}</p>
              <div className="row">
                <Button kind="danger" onClick={() => takeOff(held)}>{say.takeOff(nameOf(held))}</Button>
                <Button onClick={cancel}>{say.leaveThere}</Button>
              </div>
            </>
          )}
      </div>
      <p className="visually-hidden" role="status">{announcement}</p>
    </>
  )
}
