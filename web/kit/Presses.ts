/** Two presses so close together, in milliseconds, are one that bounced or a double click: the second was not aimed at what is new. */
export const tooSoon = 300

/** Two presses so close together, in pixels, are at the same place: less than the gap between the middles of two buttons. */
const samePlace = 20

/** A press by mouse or finger, on what can be pressed; `undefined` where nothing can. */
export interface Press<Control> {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly control: Control | undefined
}

/**
 * Whether a press hits what has just taken the place of what was pressed: a dialog that opened under the finger, or what lies below one
 * that closed. A double click counts once.
 */
export const isStray = <Control>(before: Press<Control> | undefined, press: Press<Control>): boolean =>
  before !== undefined &&
  press.control !== undefined &&
  press.control !== before.control &&
  press.at - before.at < tooSoon &&
  Math.hypot(press.x - before.x, press.y - before.y) <= samePlace

/** Whether a key is held down on what it would press again and again; in a text of several lines it writes. */
const isHeldEnter = ({ key, repeat, target }: KeyboardEvent): boolean =>
  key === "Enter" && repeat && !(target instanceof HTMLTextAreaElement)

/** A label presses what it belongs to, by a second click at the same place. */
const controlAt = (target: EventTarget | null): Element | undefined => {
  const found = target instanceof Element ? target.closest("a, button, input, label, select, summary, textarea") : null
  return found instanceof HTMLLabelElement ? found.control ?? found : found ?? undefined
}

const stop = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const stopHeldEnter = (event: KeyboardEvent) => {
  if (isHeldEnter(event)) stop(event)
}

/** Keeps presses on the whole page from what they were not aimed at. */
export const watchPresses = (): void => {
  let before: Press<Element> | undefined
  const onClick = (event: MouseEvent) => {
    // A click by a key has no count of presses, and no place.
    if (event.detail === 0) return
    const press = { at: event.timeStamp, x: event.clientX, y: event.clientY, control: controlAt(event.target) }
    const isNothing = isStray(before, press)
    before = isNothing ? { ...press, control: before?.control } : press
    if (isNothing) stop(event)
  }
  globalThis.addEventListener("click", onClick, { capture: true })
  globalThis.addEventListener("keydown", stopHeldEnter, { capture: true })
}
