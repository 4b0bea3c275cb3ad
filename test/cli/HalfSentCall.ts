import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"

/**
 * A call that looks for a terminal in the database, of which the server has the head; the returned function sends the rest and
 * answers what came back. Unlike a sign-in, it waits for no password to be hashed, which a busy machine puts last.
 */
export const halfSentCall = async (port: number) => {
  const body = JSON.stringify({ registration_uuid: randomUUID() })
  const socket = connect(port, "127.0.0.1")
  socket.write(
    "POST /api/terminal/auth/register_terminal HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n`
  )
  const [goOn] = await once(socket, "data")
  if (!String(goOn).startsWith("HTTP/1.1 100 ")) throw new Error(`The server answered ${goOn}`)
  return () => {
    socket.write(body)
    return text(socket)
  }
}

export const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("error", () => resolve(false)).once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })
