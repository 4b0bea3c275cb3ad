import type { OfficeAnswer } from "../calls.ts"

export type Device = OfficeAnswer<"POST /tses/">

/** What a person has to do about a device: nothing, soon something, or now. */
export type Condition = "good" | "attention" | "stopped"

/** So long before its end a certificate needs attention: a new device takes weeks to get. */
const warnDays = 60

const oneDay = 86_400_000

/** Whether a certificate holds on; `undefined` while its end is unknown. */
export const certificateCondition = (end: string | null, now: number): Condition | undefined => {
  if (end === null) return undefined
  const left = Date.parse(end) - now
  return left <= 0 ? "stopped" : left < warnDays * oneDay ? "attention" : "good"
}

/** How a device is: one that is out of use concerns no one, one that failed or is away while orders wait is stopped. */
export const deviceCondition = (
  { certificate_end, connected, fault, password_refused, queue_length, status }: Pick<
    Device,
    "certificate_end" | "connected" | "fault" | "password_refused" | "queue_length" | "status"
  >,
  now: number
): Condition | undefined => {
  if (status === "disabled") return undefined
  const certificate = certificateCondition(certificate_end, now)
  if (status === "failed" || password_refused || certificate === "stopped") return "stopped"
  if (!connected && queue_length > 0) return "stopped"
  return status === "new" || !connected || fault !== null || certificate === "attention" ? "attention" : "good"
}

/** The devices that can take the tills of another over now. */
export const targetsFor = <D extends Pick<Device, "id" | "status">>(
  devices: ReadonlyArray<D>,
  leaving: Pick<Device, "id">
): ReadonlyArray<D> => devices.filter(({ id, status }) => id !== leaving.id && status === "active")
