#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16
// The options in the first line bound the memory. By default the space for new objects grows to 130 MiB under load, and
// malloc keeps an arena for each thread. This file starts the command line on a Node that runs TypeScript: this one, or the
// one that npm installed with the packages.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import module from "node:module"
import { fileURLToPath } from "node:url"

// When npm or npx is ended, it signals a shell, and that shell ends without passing the signal on to this process. A
// channel from the parent process shows its end.
const followParent = (end) => {
  if (process.env.npm_command === undefined || process.channel) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, 250)
  timer.unref()
}

/** In a clone, a server starts with web applications that match their sources. A published package brings them built. */
const buildWeb = async () => {
  const script = new URL("../../scripts/web/built.js", import.meta.url)
  if (!["up", "serve"].includes(process.argv[2]) || !existsSync(script)) return
  const { ensureBuilt } = await import(script.href)
  try {
    await ensureBuilt(() => process.stderr.write("Building the web applications (after each change, some seconds).\n"))
  } catch (error) {
    process.stderr.write(
      `${error.message}\n\nThe web applications could not be built, so the server was not started.\n`
    )
    process.exit(1)
  }
}

const [major, minor] = process.versions.node.split(".").map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  // Keeps the stripped and compiled code: later starts are faster and take less memory.
  module.enableCompileCache()
  followParent(() => process.kill(process.pid, "SIGTERM"))
  await buildWeb()
  const { execute, settings } = await import("@oclif/core")
  settings.enableAutoTranspile = false
  // Not awaited: when the reader of the output has seen enough (head, less), it would wait for ever.
  void execute({ dir: import.meta.url })
} else {
  const node = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url))
  if (!existsSync(node)) {
    process.stderr.write(`Wristbank needs Node 22.19 or newer; this is ${process.versions.node}. npm ci brings one.\n`)
    process.exit(1)
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"]
  })
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    // A terminal sends Ctrl-C to every process of the group itself.
    process.on(signal, () => signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal))
  }
  followParent(() => child.kill("SIGTERM"))
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)))
}
