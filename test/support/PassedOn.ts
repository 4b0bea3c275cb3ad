import type { Page } from "playwright-core"

/** Points all over the window, every 24 pixels. */
const step = 24

/** What would take a touch at each point of the window; nothing for points where the overlay does. */
export const passedOn = (page: Page, overlay: string) =>
  page.evaluate(([selector, gap]) => {
    const passed: Array<string> = []
    for (let x = 1; x < innerWidth; x += gap) {
      for (let y = 1; y < innerHeight; y += gap) {
        const hit = document.elementFromPoint(x, y)
        if (hit?.closest(selector) === null) passed.push(`${x},${y} ${hit.outerHTML.slice(0, 80)}`)
      }
    }
    return passed
  }, [overlay, step] as const)
