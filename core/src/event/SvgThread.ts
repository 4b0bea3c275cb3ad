import { giveWayToBookings } from "../base/ThreadPriority.ts"
import { redraw, type Redrawn } from "./SvgImage.ts"

giveWayToBookings()

// What `sanitiseApart` has done in a thread.
export default (image: Uint8Array): Redrawn => redraw(image)
