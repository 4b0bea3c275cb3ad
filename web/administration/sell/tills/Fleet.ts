/** Whether a device works: it waits for its registration, reports, or has been silent for a while. */
export type TerminalState = "unregistered" | "online" | "silent"

/**
 * A till asks the server for changes every 30 seconds while it is in front, and the server notes it every 10 seconds. So a device
 * that was not seen for two minutes is off, asleep or without a network. In milliseconds.
 */
const silence = 120_000

export const stateOf = (
  { last_seen, session_uuid }: { readonly session_uuid: string | null; readonly last_seen: string },
  now: number
): TerminalState => session_uuid === null ? "unregistered" : now - Date.parse(last_seen) > silence ? "silent" : "online"
