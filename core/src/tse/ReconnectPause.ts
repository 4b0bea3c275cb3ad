import { Duration } from "effect"

const pauseSeconds = 2
const longestSeconds = 10
/** So many attempts come at the short pause: a device that was away for a moment still signs in time. */
const promptAttempts = 5
const growth = 1.5
/** A pause is longer or shorter by up to this part, so that the devices of one machine don't come back all at once. */
const jitter = 0.25

/**
 * How long to wait before a device is connected to again.
 *
 * @param attempt attempts since the connection was lost, from 0
 * @param random from 0 to 1
 */
export const reconnectPause = (attempt: number, random: number): Duration.Duration => {
  const grown = pauseSeconds * growth ** Math.max(0, attempt - promptAttempts + 1)
  const seconds = Math.min(grown, longestSeconds) * (1 + jitter * (2 * random - 1))
  return Duration.millis(Math.round(seconds * 1000))
}
