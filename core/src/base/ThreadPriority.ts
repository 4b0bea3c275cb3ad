import { platform, setPriority } from "node:os"

/** Lets bookings take precedence over this thread on a busy machine. On Linux 0 means this thread; elsewhere the whole process. */
export const giveWayToBookings = (): void => {
  if (platform() === "linux") setPriority(0, 10)
}
