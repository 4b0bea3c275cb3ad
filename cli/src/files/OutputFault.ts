import { exitStatus } from "../shell/ExitStatus.ts"

const ignore = () => undefined

/**
 * Says what becomes of output that can't be written, as on a full disk: a command ends, as half its output looks like the whole; a server
 * goes on, since what it prints is for people alone. A reader that has gone, as `head` does, wanted no more.
 */
export const watchOutput = (isServer: boolean): void => {
  // oclif throws the error from its own listener, so that a server ends and a command shows a stack.
  process.stdout.removeAllListeners("error")
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || isServer) return
    process.stderr.write(`The output can't be written, so it is not complete: ${error.message}\n`)
    process.exit(exitStatus.refused.status)
  })
  if (isServer && !process.stderr.listeners("error").includes(ignore)) process.stderr.on("error", ignore)
}
