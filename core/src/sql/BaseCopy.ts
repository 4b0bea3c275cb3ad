import { DateTime, Option } from "effect"

/** The age of the newest copy of the whole from which someone should look: a copy of each night is then missing. */
export const lateHours = 26

/** The age from which someone is needed at once: those of two nights are missing. */
export const missedHours = 50

/** The name of the folder of a copy, by the moment (ISO 8601 in UTC) at which it was complete. */
export const baseNameOf = (finishedAt: string): string => finishedAt.replaceAll(":", "-")

const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/

/** When the newest copy was made, by the names of their folders; null if there is none. A draft has no such name. */
export const newestOf = (names: ReadonlyArray<string>): DateTime.Utc | null => {
  const newest = names.filter((name) => namePattern.test(name)).toSorted().at(-1)
  return newest === undefined ? null : Option.getOrNull(DateTime.make(newest.replace(namePattern, "$1:$2:$3")))
}
