import { type RefObject, useEffect, useState } from "react"

/** The part of a long list that is on screen, with some rows around it. */
export interface Shown {
  readonly from: number
  readonly to: number
}

/** The rows of one height that can be seen in a part of the page which begins at `top`, both in pixels from the window's top. */
export const shownRows = (count: number, rowHeight: number, top: number, windowHeight: number): Shown => {
  const around = 12
  const from = Math.max(0, Math.floor(-top / rowHeight) - around)
  const to = Math.min(count, Math.ceil((windowHeight - top) / rowHeight) + around)
  return { from: Math.min(from, count), to: Math.max(to, Math.min(from, count)) }
}

/** The rows of a list that have to be in the page, as the person scrolls. */
export const useWindow = (body: RefObject<HTMLElement | null>, count: number, rowHeight: number): Shown => {
  const [shown, setShown] = useState<Shown>(() => shownRows(count, rowHeight, 0, innerHeight))
  useEffect(() => {
    const update = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      const next = shownRows(count, rowHeight, top, innerHeight)
      setShown((before) => before.from === next.from && before.to === next.to ? before : next)
    }
    update()
    addEventListener("scroll", update, { passive: true })
    addEventListener("resize", update)
    return () => {
      removeEventListener("scroll", update)
      removeEventListener("resize", update)
    }
  }, [body, count, rowHeight])
  return shown
}
