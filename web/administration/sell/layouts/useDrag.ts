import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from "react"
import { type Box, placeAt } from "./Arrangement.ts"

/** What happens while a tile is dragged. */
interface Drag {
  /** The grid whose items are the places. */
  readonly grid: RefObject<HTMLElement | null>
  readonly onMove: (id: string, to: number) => void
  readonly onDrop: (id: string, to: number) => void
  readonly onCancel: () => void
}

/** So far a pointer moves, in pixels, before it drags: a shaky click is no drag. */
const threshold = 5
/** So near to the window's edge, in pixels, the page scrolls under a dragged tile. */
const edge = 48

const boxesOf = (grid: HTMLElement): ReadonlyArray<Box> =>
  Array.from(grid.children, (tile) => {
    const { bottom, left, right, top } = tile.getBoundingClientRect()
    return { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY }
  })

/** Drags tiles of a grid with a mouse or a pen, and with a finger by their grip: elsewhere a finger scrolls the page. */
export const useDrag = ({ grid, onCancel, onDrop, onMove }: Drag) => {
  // The browser takes the end of a drag for a click as well. Whatever a person does next begins with a pointer or a key.
  const hasDragged = useRef(false)
  const forget = () => {
    hasDragged.current = false
  }
  const start = (id: string, { button, clientX, clientY, pointerId, pointerType, target }: ReactPointerEvent) => {
    forget()
    if (button !== 0 || (pointerType === "touch" && (target as Element).closest(".grip") === null)) return
    const ending = new AbortController()
    const { signal } = ending
    let boxes: ReadonlyArray<Box> | undefined
    let to = 0
    const finish = (event: Event, isDropped: boolean) => {
      ending.abort()
      if (boxes === undefined) return
      hasDragged.current = true
      event.preventDefault()
      if (isDropped) onDrop(id, to)
      else onCancel()
    }
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return
      if (boxes === undefined) {
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < threshold || grid.current === null) return
        // Measured once: the tiles move meanwhile, their places don't.
        boxes = boxesOf(grid.current)
      }
      to = placeAt(boxes, event.pageX, event.pageY)
      onMove(id, to)
      if (event.clientY < edge) scrollBy(0, -edge / 4)
      else if (event.clientY > innerHeight - edge) scrollBy(0, edge / 4)
    }
    addEventListener("pointermove", move, { signal })
    addEventListener("pointerup", (event) => event.pointerId === pointerId && finish(event, true), { signal })
    addEventListener("pointercancel", (event) => event.pointerId === pointerId && finish(event, false), { signal })
    addEventListener("keydown", (event) => event.key === "Escape" && finish(event, false), { signal })
  }
  return { start, forget, hasDragged }
}
