import { giveWayToBookings } from "../base/ThreadPriority.ts"
import { redraw, type Redrawn } from "./SvgImage.ts"

/** Before each task. */
export const begin = giveWayToBookings

// What `sanitiseApart` has done in a thread.
export default (image: Uint8Array): Redrawn => redraw(image)
