import { Duration } from "effect"

const pauseSeconds = 2
const longestSeconds = 10
/** How many attempts have the short pause, so that a device which was away for a moment signs in time. */
const promptAttempts = 5
const growth = 1.5
/** A pause varies by up to this part, so that the devices of one machine are not all connected to at once. */
const jitter = 0.25

/**
 * The pause before the next attempt to connect to a device.
 *
 * @param attempt number of attempts since the connection was lost, from 0
 * @param random from 0 to 1
 */
export const reconnectPause = (attempt: number, random: number): Duration.Duration => {
  const grown = pauseSeconds * growth ** Math.max(0, attempt - promptAttempts + 1)
  const seconds = Math.min(grown, longestSeconds) * (1 + jitter * (2 * random - 1))
  return Duration.millis(Math.round(seconds * 1000))
}
