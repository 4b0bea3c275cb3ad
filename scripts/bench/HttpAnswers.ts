import type { Socket } from "node:net"

/** Calls back with each complete answer of a connection that sends its next request only after the answer. */
export const eachAnswer = (socket: Socket, answered: (answer: string) => void): void => {
  let received = ""
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1")
    const head = received.indexOf("\r\n\r\n")
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (received.length < head + 4 + length) return
    const answer = received
    received = ""
    answered(answer)
  })
}

/** As `eachAnswer`, but counts the bytes of bodies instead of keeping them, so that large ones cost the reader little. */
export const eachHead = (socket: Socket, answered: (head: string, length: number) => void): void => {
  let head = ""
  let length = 0
  /** Bytes of the body that are still to come; `undefined` while the head is incomplete. */
  let missing: number | undefined
  socket.on("data", (chunk) => {
    let arrived = chunk.length
    if (missing === undefined) {
      const before = head.length
      head += chunk.toString("latin1")
      const end = head.indexOf("\r\n\r\n")
      if (end < 0) return
      head = head.slice(0, end)
      arrived -= end + 4 - before
      length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      missing = length
    }
    missing -= arrived
    if (missing > 0) return
    const complete = head
    head = ""
    missing = undefined
    answered(complete, length)
  })
}
