import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import { TestDatabase } from "../../support/database.ts"
import { Address } from "../../support/FestivalServer.ts"
import { secretKey } from "../../support/secrets.ts"
import { toJson } from "../../support/ServedApi.ts"
import { end, freePort, type Killable, start } from "../Killable.ts"

/** A server of two processes. */
export interface SeveralProcesses extends Killable {
  readonly port: number
  readonly metricsPort: number
}

/** Starts `serve` or `up` with two processes. */
export const startSeveral = async (
  args: ReadonlyArray<string>,
  place: { readonly cwd: string; readonly environment: Readonly<Record<string, string>> }
): Promise<SeveralProcesses> => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const ports = ["--host", "127.0.0.1", "--port", `${port}`, "--metrics-port", `${metricsPort}`]
  const running = await start([...args, ...ports, "--processes", "2", "--log-level", "Debug"], place)
  const several: SeveralProcesses = { ...running, port, metricsPort }
  await until("both processes serve", () => processesOf(several).length === 2)
  return several
}

/** Starts `serve` with two processes on a database. */
export const serveSeveral = (url: Redacted.Redacted) =>
  startSeveral(["serve"], {
    cwd: tmpdir(),
    environment: { DATABASE_URL: Redacted.value(url), WRISTBANK_SECRET_KEY: secretKey }
  })

/** The server that the tests of a file share. */
export class Shared extends Context.Service<Shared, SeveralProcesses>()("test/SeveralProcesses") {}

export const shared = Layer.effectContext(Effect.gen(function*() {
  const { serverUrl } = yield* TestDatabase
  const several = yield* Effect.acquireRelease(
    Effect.promise(() => serveSeveral(serverUrl)),
    (running) => Effect.promise(() => end(running, "SIGTERM"))
  )
  return Context.make(Shared, several).pipe(Context.add(Address, `http://127.0.0.1:${several.port}/api`))
}))

/** The ids of all server processes that have served, in the order of their start. */
export const processesOf = ({ stderr }: Killable): ReadonlyArray<number> =>
  stderr.filter((line) => line.includes("A server process serves")).map((line) => JSON.parse(line).annotations.pid)

/** Waits until something holds; it fails when that takes minutes. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let turn = 0; !(await holds()); turn++) {
    assert.isBelow(turn, 9_000, what)
    await pause(20)
  }
}

/** A call over a connection. */
export type Call = (method: "GET" | "POST", path: string, body?: unknown) => Promise<{
  readonly status: number
  readonly text: string
}>

/** Calls with a token over a connection of their own, which one of the processes answers. */
const connection = ({ port }: SeveralProcesses, token: string): Call => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      request({ agent, headers, host: "127.0.0.1", method, path: `/api${path}`, port }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (part) => text += part)
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
      }).on("error", reject).end(body === undefined ? undefined : toJson(body))
    })
}

/** The metrics once both processes have answered, which a busy one may not do in time. */
export const metrics = async ({ metricsPort }: SeveralProcesses): Promise<string> => {
  let text = ""
  await until("metrics of both processes", async () => {
    text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return ["1", "2"].every((process) => text.includes(`wristbank_process_uptime_seconds{process="${process}"}`))
  })
  return text
}

/** The number of calls that each of the two processes has answered. */
export const answers = async (server: SeveralProcesses): Promise<readonly [number, number]> => {
  const samples = [...(await metrics(server)).matchAll(/^wristbank_http_answers\{process="(\w+)".*\} (\d+)$/gm)]
  const of = (number: string) =>
    samples.reduce((sum, [, process, value]) => process === number ? sum + Number(value) : sum, 0)
  return [of("1"), of("2")]
}

/** A connection to each of the two processes, told apart by who counts its calls. Nothing else may call meanwhile. */
export const connectionsToBoth = async (server: SeveralProcesses, token: string): Promise<readonly [Call, Call]> => {
  const found: Array<Call> = []
  await until("a connection to each process", async () => {
    const call = connection(server, token)
    const before = await answers(server)
    await call("GET", "/terminal/config")
    const after = await answers(server)
    assert.strictEqual(after[0] + after[1], before[0] + before[1] + 1)
    found[after[0] > before[0] ? 0 : 1] = call
    return found[0] !== undefined && found[1] !== undefined
  })
  return [found[0]!, found[1]!]
}
