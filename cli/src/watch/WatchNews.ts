import { format } from "@wristbank/core/base/Money"
import { minuteOf, type WatchState } from "./WatchState.ts"
import { alertText, clock, statusText, takenOf } from "./WatchText.ts"

/** An alert without the numbers that change while it lasts. */
const nameOf = ({ id, kind }: NonNullable<WatchState["eventStatus"]["needs_somebody"]>[number]) => `${kind} ${id}`

/** One line about the state of everything. */
const summary = (state: WatchState, nowMillis: number): string => {
  const { currency_identifier: currency, takings, tills } = state.eventStatus
  const minute = state.minutes.get(minuteOf(nowMillis) - 1)
  const working = (tills ?? []).filter(({ user_name }) => user_name !== null).length
  return [
    ...(takings === null ? [] : [`taken ${format(takenOf(takings.total))} ${currency} today`]),
    ...(minute === undefined ? [] : [`${format(minute)} in the last minute`]),
    ...(tills === null ? [] : [`${working} of ${tills.length} tills signed in`]),
    ...statusText(state, nowMillis),
    ...(state.eventStatus.needs_somebody === null ? [] : [`${state.eventStatus.needs_somebody.length} need attention`])
  ].join(" · ")
}

/**
 * What is new since the earlier state, for output that is no terminal: lost and regained connections, what began or ceased to
 * need attention, and a summary at the start of each minute.
 */
export const news = (before: WatchState | null, state: WatchState, nowMillis: number): ReadonlyArray<string> => {
  const time = clock(nowMillis, state.eventStatus.time_zone)
  const { connection } = state
  const lines: Array<string> = []
  if (connection.kind === "away") {
    if (before?.connection.kind !== "away") lines.push(`no answer: ${connection.message}`)
    return lines.map((text) => `${time} ${text}`)
  }
  if (before?.connection.kind === "away") lines.push("the server answers again")
  const earlier = before?.eventStatus.needs_somebody ?? []
  const now = state.eventStatus.needs_somebody ?? []
  for (const alert of now) {
    if (!earlier.some((one) => nameOf(one) === nameOf(alert))) lines.push(`${alert.severity}: ${alertText(alert)}`)
  }
  for (const alert of earlier) {
    if (!now.some((one) => nameOf(one) === nameOf(alert))) lines.push(`over: ${alertText(alert)}`)
  }
  const minute = minuteOf(state.eventStatus.at.epochMilliseconds)
  if (before === null || minute > minuteOf(before.eventStatus.at.epochMilliseconds)) {
    lines.push(summary(state, nowMillis))
  }
  return lines.map((text) => `${time} ${text}`)
}
