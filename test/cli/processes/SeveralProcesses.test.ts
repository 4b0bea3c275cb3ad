import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { administrator } from "../../support/administration.ts"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad } from "../../support/BookingLoad.ts"
import { TestDatabase } from "../../support/database.ts"
import { Festival, festivalDatabase, sale } from "../../support/Festival.ts"
import { isClean, settled } from "../../support/JournalCheck.ts"
import { answers, connectionsToBoth, metrics, processesOf, Shared, shared, until } from "./SeveralProcesses.ts"

const festival = Festival.copied.pipe(Layer.provideMerge(shared), Layer.provideMerge(festivalDatabase))

const both = Effect.gen(function*() {
  const { token } = yield* Festival
  const server = yield* Shared
  return yield* Effect.promise(() => connectionsToBoth(server, token))
})

layer(festival, { excludeTestServices: true })("a server of two processes", (it) => {
  it.effect("counts the calls of each process, and none twice", () =>
    Effect.gen(function*() {
      const server = yield* Shared
      const connections = yield* both
      const before = yield* Effect.promise(() => answers(server))
      for (const call of [...connections, connections[0]]) {
        assert.strictEqual((yield* Effect.promise(() => call("GET", "/terminal/config"))).status, 401)
      }
      const after = yield* Effect.promise(() => answers(server))
      assert.deepStrictEqual([after[0] - before[0], after[1] - before[1]], [2, 1])
      const memory = (yield* Effect.promise(() => metrics(server))).matchAll(
        /^wristbank_process_resident_bytes\{(.*)\}/gm
      )
      assert.deepStrictEqual(Array.from(memory, ([, labels]) => labels), [
        `process="main"`,
        `process="1"`,
        `process="2"`
      ])
    }))

  it.effect("books by what was changed through the other process", () =>
    Effect.gen(function*() {
      const { bar, buttons, event, guest, press, products } = yield* Festival
      const server = yield* Shared
      const office = yield* both
      const till = yield* Effect.promise(() => connectionsToBoth(server, bar.token))
      const buyer = yield* guest({ balance: 100 })
      const priceAt = (at: 0 | 1) =>
        Effect.promise(async () => {
          const { status, text } = await till[at]("POST", "/terminal/order/book-sale", sale([press("beerOnly")], buyer))
          assert.strictEqual(status, 200, text)
          return JSON.parse(text).total_price
        })
      const sell = (at: 0 | 1, product: "beer" | "food") =>
        Effect.promise(() =>
          office[at]("POST", `/administration/till-buttons/${buttons.beerOnly}?node_id=${event}`, {
            name: "beerOnly",
            product_ids: [products[product]]
          })
        )
      assert.deepStrictEqual([yield* priceAt(0), yield* priceAt(1)], [3, 3])
      assert.strictEqual((yield* sell(0, "food")).status, 200)
      assert.strictEqual(yield* priceAt(1), 4)
      assert.strictEqual((yield* sell(1, "beer")).status, 200)
      assert.strictEqual(yield* priceAt(0), 3)
    }))

  it.effect("refuses tokens that were revoked through the other process", () =>
    Effect.gen(function*() {
      const { admin, event, tills } = yield* Festival
      const server = yield* Shared
      const { id: _, terminalId, token } = yield* tills.open({})
      const terminal = yield* Effect.promise(() => connectionsToBoth(server, token))
      const office = yield* both
      const statuses = (calls: readonly [typeof terminal[0], typeof terminal[1]], path: string) =>
        Effect.promise(async () => [(await calls[0]("GET", path)).status, (await calls[1]("GET", path)).status])
      assert.deepStrictEqual(yield* statuses(terminal, "/terminal/config"), [200, 200])
      yield* Effect.promise(() => office[0]("POST", `/administration/terminal/${terminalId}/logout?node_id=${event}`))
      assert.deepStrictEqual(yield* statuses(terminal, "/terminal/config"), [401, 401])

      const credentials = { username: administrator.login, password: administrator.password, node_id: null }
      const { body } = yield* admin("POST", "/auth/login", credentials)
      const session = (body.success as { readonly token: string }).token
      const signedIn = yield* Effect.promise(() => connectionsToBoth(server, session))
      assert.deepStrictEqual(yield* statuses(signedIn, "/administration/users?node_id=0"), [200, 200])
      yield* Effect.promise(() => signedIn[1]("POST", "/administration/auth/logout"))
      assert.deepStrictEqual(yield* statuses(signedIn, "/administration/users?node_id=0"), [401, 401])
    }))

  it.effect("replaces a process that is killed, and loses and doubles no booking", () =>
    Effect.gen(function*() {
      const server = yield* Shared
      const { url } = yield* TestDatabase
      const made = yield* Festival
      const tills = yield* Effect.forEach([1, 2], () => made.tills.open({ float: 500 }))
      const guests = yield* Effect.forEach(Array.from({ length: 12 }), () => made.guest({ vouchers: 40 }))
      const addresses = [`${made.address}/terminal`]
      const journal = new BookingJournal()
      const stop = startLoad({ addresses, festival: made, tills: [made.bar, ...tills], guests }, journal, 16)
      yield* Effect.promise(async () => {
        await journal.moreBooked(25)
        process.kill(processesOf(server)[0]!, "SIGKILL")
        await until("the process is replaced", () => processesOf(server).length === 3)
        await journal.moreBooked(25)
        await stop()
        const verdict = await settled(url, addresses[0]!, journal)
        assert.isAtLeast(verdict.acknowledged, 50)
        isClean(verdict)
      })
      const replaced = server.stderr.filter((line) => line.includes("A server process ended by itself and is replaced"))
      assert.strictEqual(replaced.length, 1, server.stderr.join("\n"))
      assert.isEmpty(server.stderr.filter((line) => line.includes(`"level":"ERROR"`)))
    }))
})
