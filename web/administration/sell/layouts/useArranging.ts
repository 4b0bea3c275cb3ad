import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react"
import { type Arrangement, moved, placeAfter, removed } from "./Arrangement.ts"
import { useTexts } from "./texts.ts"
import { useDrag } from "./useDrag.ts"

interface Arranging {
  readonly ids: Arrangement
  readonly onChange: (ids: Arrangement) => void
  readonly nameOf: (id: string) => string
}

/** A tile that was picked up, and the place where it would be dropped. */
interface Held {
  readonly id: string
  readonly at: number
}

/** The number of tiles beside each other. */
const columnsOf = (grid: HTMLElement): number => {
  const tops = Array.from(grid.children, (tile) => (tile as HTMLElement).offsetTop)
  return Math.max(1, tops.filter((top) => top === tops[0]).length)
}

/** The tile that keys act on; it keeps the focus wherever it moves. */
const useFocusedTile = (shown: Arrangement) => {
  const grid = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string>()
  const wantsFocus = useRef(false)
  // A tile that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (!wantsFocus.current || focused === undefined) return
    wantsFocus.current = false
    const tile = grid.current?.children[shown.indexOf(focused)]
    tile?.querySelector<HTMLElement>(".tile-press")?.focus()
  })
  const focus = (id: string | undefined) => {
    wantsFocus.current = true
    setFocused(id)
  }
  return { focus, focused, grid }
}

/** How tiles are moved: the arrangement changes when one is dropped, and what is shown before. */
export const useArranging = ({ ids, nameOf, onChange }: Arranging) => {
  const say = useTexts()
  const [held, setHeld] = useState<Held>()
  const [announcement, announce] = useState("")
  const shown = held === undefined ? ids : moved(ids, held.id, held.at)
  const { focus, focused, grid } = useFocusedTile(shown)
  const hold = (id: string, at: number) => {
    setHeld({ id, at })
    announce(say.heldAt(nameOf(id), at + 1, ids.length))
    focus(id)
  }
  const drop = (id: string, at: number) => {
    setHeld(undefined)
    announce(say.droppedAt(nameOf(id), at + 1, ids.length))
    focus(id)
    if (ids.indexOf(id) !== at) onChange(moved(ids, id, at))
  }
  const cancel = () => {
    if (held === undefined) return
    setHeld(undefined)
    announce(say.cancelled(nameOf(held.id), ids.indexOf(held.id) + 1))
    focus(held.id)
  }
  const takeOff = (id: string) => {
    const left = removed(ids, id)
    setHeld(undefined)
    announce(say.takenOff(nameOf(id)))
    focus(left[Math.min(ids.indexOf(id), left.length - 1)])
    onChange(left)
  }
  const drag = useDrag({
    grid,
    onMove: (id, at) => setHeld({ id, at }),
    onDrop: drop,
    onCancel: () => setHeld(undefined)
  })
  /** A click, a tap, Space or Enter. */
  const press = (id: string) => {
    if (drag.hasDragged.current) return
    if (held === undefined) hold(id, ids.indexOf(id))
    else drop(held.id, shown.indexOf(id))
  }
  const pressKey = (id: string, event: KeyboardEvent) => {
    drag.forget()
    const at = shown.indexOf(id)
    const to = placeAfter(event.key, at, { columns: columnsOf(grid.current!), count: shown.length })
    if (to !== undefined) {
      if (held === undefined) focus(shown[to])
      else hold(held.id, to)
    } else if (event.key === "Escape") cancel()
    else if (event.key === "Delete") takeOff(id)
    else return
    event.preventDefault()
  }
  return { announcement, cancel, drag, focused, grid, held: held?.id, press, pressKey, shown, takeOff }
}
