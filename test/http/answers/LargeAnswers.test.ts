import { assert, it } from "@effect/vitest"
import { sharingLargeAnswers } from "@wristbank/http/server/answers/LargeAnswers"
import type { InTurn } from "@wristbank/http/server/edge/SharedTime"
import { once } from "node:events"
import { createServer, get, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

const body = Uint8Array.from({ length: 1024 * 1024 + 7 }, (_, n) => n % 251)
const pieces = Math.ceil(body.length / 65_536)

/** More than the buffers of connections take. */
const huge = new Uint8Array(24 * 1024 * 1024)

/** A server that answers two addresses with a large body and everything else with a small one. */
const serving = async (inTurn: InTurn, run: (ask: (path: string) => Promise<IncomingMessage>) => Promise<void>) => {
  const server = sharingLargeAnswers(
    createServer((request, response) => {
      const answer = request.url === "/assets/a.js"
        ? body
        : request.url === "/assets/b.js"
        ? huge
        : Buffer.from("small")
      response.writeHead(200, { "content-length": String(answer.length) })
      response.end(answer)
    }),
    inTurn
  )
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const ask = async (path: string) => {
    const [answer] = await once(get({ port, path, host: "127.0.0.1", agent: false }), "response")
    return answer as IncomingMessage
  }
  try {
    await run(ask)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it("a large answer is sent whole, in pieces that take turns", async () => {
  let turns = 0
  const counting: InTurn = (work) => {
    turns++
    setImmediate(work)
  }
  await serving(counting, async (ask) => {
    const answer = await ask("/assets/a.js")
    assert.strictEqual(answer.headers["content-length"], String(body.length))
    assert.isTrue((await buffer(answer)).equals(body))
    assert.strictEqual(turns, 1 + pieces)
    assert.strictEqual((await buffer(await ask("/small"))).toString(), "small")
    assert.strictEqual(turns, 1 + pieces)
  })
})

it("other calls are answered while large ones wait for their turn", async () => {
  const waiting: Array<() => void> = []
  await serving((work) => waiting.push(work), async (ask) => {
    const large = ask("/assets/a.js")
    while (waiting.length === 0) await buffer(await ask("/small"))
    assert.lengthOf(waiting, 1, "not even handled")
    waiting.shift()!()
    assert.lengthOf(waiting, 1)
    waiting.shift()!()
    const answer = await large
    const received = buffer(answer)
    let sent = 1
    for (; sent < pieces; sent++) {
      while (waiting.length === 0) await buffer(await ask("/small"))
      assert.lengthOf(waiting, 1, "one piece at a time")
      waiting.shift()!()
    }
    assert.isTrue((await received).equals(body))
    assert.lengthOf(waiting, 0)
  })
})

it("who reads nothing gets no further pieces", async () => {
  let turns = 0
  const counting: InTurn = (work) => {
    turns++
    setImmediate(work)
  }
  await serving(counting, async (ask) => {
    const answer = await ask("/assets/b.js")
    // The pieces that the connection takes on its way are sent meanwhile.
    for (let before = -1; before !== turns;) {
      before = turns
      for (let n = 0; n < 20; n++) await buffer(await ask("/small"))
    }
    assert.isBelow(turns, huge.length / 65_536)
    assert.isTrue((await buffer(answer)).equals(huge))
  })
})
