import { assert, it } from "@effect/vitest"
import { openScreen, WatchScreen } from "@wristbank/cli/watch/WatchScreen"
import { Effect } from "effect"
import { renderToString } from "ink"
import { PassThrough, Writable } from "node:stream"
import { setTimeout as pause } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"
import { createElement } from "react"
import { state } from "./WatchedFestival.ts"

/** A terminal of 100 columns: what is typed goes to `typed`, and what is written is in `written`. */
const fakeTerminal = () => {
  const written: Array<string> = []
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode: (isRaw: boolean) => Object.assign(keys, { isRaw }),
    ref: () => keys,
    unref: () => keys
  })
  const sink = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    }
  })
  return {
    written,
    stdin: keys as unknown as NodeJS.ReadStream & typeof keys,
    stdout: Object.assign(sink, { columns: 100, rows: 24, isTTY: true }) as unknown as NodeJS.WriteStream
  }
}

it.live("the screen sorts, moves, opens and closes as its keys say, and gives the terminal back", () =>
  Effect.gen(function*() {
    for (const leave of ["q", "\u0003"]) {
      const { stdin, stdout, written } = fakeTerminal()
      yield* Effect.scoped(Effect.gen(function*() {
        const { quit, show } = yield* openScreen(state, { stdin, stdout, interactive: true })
        const until = (expected: RegExp) =>
          Effect.promise(async () => {
            while (!expected.test(stripVTControlCharacters(written.join("")))) await pause(5)
            written.length = 0
          })
        const press = (key: string, expected: RegExp) =>
          Effect.andThen(Effect.sync(() => void stdin.write(key)), until(expected))
        yield* until(/Till ▼ +Who/)
        assert.isTrue(stdin.isRaw)
        yield* press("b", /Booking ▼/)
        yield* press("b", /Booking ▲/)
        yield* press("n", /Till ▼/)
        stdin.write("\u001b[B")
        yield* press("\r", /Entry.*\n[^]*last booking/)
        yield* press("\u001b", /Till ▼ +Who/)
        yield* show({ ...state, connection: { kind: "away", sinceMillis: Date.now(), message: "refused" } })
        yield* until(/NO ANSWER/)
        stdin.write(leave)
        yield* quit
      }))
      assert.include(written.join(""), "\u001b[?1049l", "the screen of before is shown again")
      assert.isFalse(stdin.isRaw)
    }
  }))

it("the screen draws the lines", () => {
  const screen = renderToString(createElement(WatchScreen, { state, onQuit: () => undefined }))
  assert.include(screen, "2 card payments are not confirmed")
  assert.include(screen, "Bar 1")
})
