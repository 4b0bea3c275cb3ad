import { setTimeout } from "node:timers/promises"
import type { Locator, Page } from "playwright-core"
import { tooSoon } from "../../web/kit/Presses.ts"

/** How a person works: with the mouse, or with keys alone. */
export interface Hands {
  /** A button or a link. */
  readonly press: (target: Locator) => Promise<void>
  /** A box to tick. */
  readonly tick: (box: Locator) => Promise<void>
  /** One of a list, by its name. */
  readonly choose: (list: Locator, name: string) => Promise<void>
  /** A text in place of the one that is there. */
  readonly type: (entry: Locator, text: string) => Promise<void>
}

/** Focuses an element to which the Tab key gets, once it can be used. A page that has just opened takes the focus for itself. */
const reach = async (element: Locator): Promise<void> => {
  const end = performance.now() + 60_000
  while (!await isReached(element)) {
    if (performance.now() > end) throw new Error(`The keyboard does not get to ${element}`)
  }
}

const isReached = async (element: Locator): Promise<boolean> => {
  await element.focus()
  return element.evaluate((one) =>
    one === document.activeElement && one instanceof HTMLElement && one.tabIndex >= 0 && !one.matches(":disabled")
  )
}

const keyboard: Hands = {
  press: async (target) => {
    await reach(target)
    // A dialog takes a key that comes at once for the second half of the one that opened it, unless another key was between.
    await target.press("Shift")
    await target.press("Enter")
  },
  tick: async (box) => {
    await reach(box)
    await box.press("Space")
  },
  // A list that has the focus chooses what is typed.
  choose: async (list, name) => {
    await reach(list)
    await list.pressSequentially(name)
  },
  type: async (entry, text) => {
    await reach(entry)
    await entry.press("ControlOrMeta+A")
    await entry.pressSequentially(text)
    // Tills take digits at this speed for those of a reader, until another key is pressed.
    await entry.press("End")
  }
}

/** When the latest press of each window was made, and where. */
const pressed = new WeakMap<Page, { readonly at: number; readonly x: number; readonly y: number }>()

/**
 * Presses by mouse. A press at the place of the one before is put off until it counts: screens take one that comes at once for a double
 * click, which was not aimed at what has just appeared there.
 */
export const pressByMouse = async (target: Locator): Promise<void> => {
  const page = target.page()
  // Scrolls to it, and waits for one that is drawn anew.
  await target.click({ trial: true })
  const box = await target.boundingBox()
  const [x, y] = box === null ? [0, 0] : [box.x + box.width / 2, box.y + box.height / 2]
  const before = pressed.get(page)
  if (before !== undefined && Math.hypot(x - before.x, y - before.y) < 40) {
    // By the machine's clock: no other says how far apart two presses are.
    await setTimeout(Math.max(0, before.at + tooSoon - performance.now()))
  }
  await target.click()
  pressed.set(page, { at: performance.now(), x, y })
}

export const hands: Readonly<Record<"mouse" | "keyboard", Hands>> = {
  mouse: {
    press: pressByMouse,
    tick: (box) => box.click(),
    choose: async (list, name) => {
      await list.selectOption(name)
    },
    type: (entry, text) => entry.fill(text)
  },
  keyboard
}

const every = Number(process.env["JOURNEYS_EVERY"] ?? 2)

/** The ways in which a journey is walked: one of the two in `npm test`, another one for the next journey, and both at full size. */
export const waysOf = <One, Other>(journey: number, ways: readonly [One, Other]): ReadonlyArray<One | Other> =>
  ways.filter((_, way) => (way + journey) % every === 0)
