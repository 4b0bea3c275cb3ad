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
