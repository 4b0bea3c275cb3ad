/** The bytes of a file of the log, as `initdb` makes it by default. */
export const logFileBytes = 2 ** 24

const filesPer4GiB = 2 ** 32 / logFileBytes

/** A file of the log. */
export interface LogFile {
  /** A restored database goes on in the next timeline. */
  readonly timeline: number
  /** Which file it is, counted from the begin of the log. */
  readonly number: number
}

/** Whether this is the name of a file of the log. */
export const isLogFile = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

/** Reads the name of a file of the log: the timeline, then the place in units of 4 GiB and of a file. */
export const logFileOf = (name: string): LogFile => ({
  timeline: Number.parseInt(name.slice(0, 8), 16),
  number: Number.parseInt(name.slice(8, 16), 16) * filesPer4GiB + Number.parseInt(name.slice(16), 16)
})

/** The name of a file of the log. */
export const nameOf = ({ number, timeline }: LogFile): string =>
  [timeline, Math.floor(number / filesPer4GiB), number % filesPer4GiB].map(digits).join("")

/** Whether this is the name of the history of a timeline, which says where it left the earlier ones. */
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name)

/** The name of the history of a timeline. */
export const historyOf = (timeline: number): string => `${digits(timeline)}.history`

const digits = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0")

/** A place in the log, such as 1/A000028, in bytes from its begin. */
export const placeOf = (text: string): number => {
  const [high = "", low = ""] = text.split("/")
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

/** The place where a file of the log begins, in bytes. */
export const beginOf = (name: string): number => logFileOf(name).number * logFileBytes

/** The place where a file of the log ends, in bytes. */
export const endOf = (name: string): number => beginOf(name) + logFileBytes
