import { Effect } from "effect"
import { nodeSeen } from "../remote/SeenNode.ts"
import { signedInCalls } from "../remote/SignIn.ts"
import { follow, readOnce, serverMillis } from "./WatchFeed.ts"
import { screenLines } from "./WatchLines.ts"
import { news } from "./WatchNews.ts"
import { firstChoice, type WatchState } from "./WatchState.ts"

/** Longest duration of a call, in seconds: after it the server counts as away. */
const timeoutSeconds = 5

/** Size of the state that is shown once: all tills, in the width of a usual terminal. */
const page = { columns: 100, rows: 10_000, hasCharts: false }

/** Where to watch. */
export interface WatchPlace {
  readonly folder: string
  readonly server: string | undefined
  readonly event: string
}

/** How to show it. */
export interface WatchOutput {
  readonly once: boolean
  readonly print: (text: string) => void
}

/** Watches an event until the person leaves; with `once`, prints its state and returns it. */
export const watching = Effect.fnUntraced(
  function*({ event, folder, server }: WatchPlace, { once, print }: WatchOutput) {
    const { call, ended, session } = yield* signedInCalls(folder, server, timeoutSeconds)
    const work = Effect.gen(function*() {
      const watched = { call, server: session.server, node: yield* nodeSeen(call, "event", event) }
      const first = yield* readOnce(watched)
      if (once) {
        // All but the keys.
        const lines = screenLines(first, firstChoice, page, yield* serverMillis(first)).slice(0, -2)
        for (const { text } of lines) print(text)
        return first.eventStatus
      }
      if (process.stdout.isTTY && process.stdin.isTTY) {
        const { openScreen } = yield* Effect.promise(() => import("./WatchScreen.ts"))
        const { quit, show } = yield* openScreen(first)
        yield* Effect.raceFirst(follow(watched, first, show), quit)
        return undefined
      }
      let before: WatchState | null = null
      yield* follow(watched, first, (state) =>
        Effect.map(serverMillis(state), (now) => {
          for (const text of news(before, state, now)) print(text)
          before = state
        }))
      return undefined
    })
    return yield* Effect.catchIf(
      work,
      (error) => error._tag === "CallRefused" && error.status === 401,
      () => Effect.fail(ended)
    )
  }
)
