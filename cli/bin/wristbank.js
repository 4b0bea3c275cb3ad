#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16
// The options in the first line bound the memory. By default the space for new objects grows to 130 MiB under load, and
// malloc keeps an arena for each thread. This file starts the command line on a Node that runs TypeScript: this one, or the
// one that npm installed with the packages.
import { spawn } from "node:child_process"
import cluster from "node:cluster"
import { subscribe } from "node:diagnostics_channel"
import { existsSync, readFileSync } from "node:fs"
import module from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import v8 from "node:v8"

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

const [command] = process.argv.slice(2)
const serves = ["up", "serve"].includes(command)
/** Whether it runs until someone ends it. */
const isLong = serves || command === "work"

/** What Linux tells about a process; nothing elsewhere, and once it has ended. */
const toldOf = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    return ""
  }
}

const sleepsOf = (pid) => Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(toldOf(pid, "status"))?.[1])

// npx passes SIGINT on to its shell alone, and some shells, such as dash, then wait until this process has ended, and tell it nothing.
// But a shell that only waits is asleep, and wakes for signals alone. After a suspend all processes wake: a second shell, which waits
// in the same way, shows that.
const followShell = (end) => {
  if (process.env.npm_command !== "exec" || process.channel) return
  const shell = process.ppid
  if (!/^sh\0-c\0'?wristbank'?(?: [^;&|\n]*)?\0$/.test(toldOf(shell, "cmdline"))) return
  const second = spawn("sh", ["-c", "cat; :"], { stdio: ["pipe", "ignore", "ignore"] })
  second.on("error", () => undefined)
  second.stdin.on("error", () => undefined).unref()
  second.unref()
  // A signal can come before the second shell waits, so this shell counts from now on if it sleeps already.
  let usual = / S /.test(toldOf(shell, "stat")) ? { shell: sleepsOf(shell) } : undefined
  let last
  // Stopping and continuing this process wakes its shell as well.
  process.on("SIGCONT", () => usual = undefined)
  const timer = setInterval(() => {
    const now = { shell: sleepsOf(shell), second: sleepsOf(second.pid) }
    if (Number.isNaN(now.shell + now.second)) return clearInterval(timer)
    const isSettled = now.shell === last?.shell && now.second === last.second
    last = now
    if (!isSettled) return
    if (usual !== undefined && now.shell - usual.shell > now.second - (usual.second ?? now.second)) end()
    usual = now
  }, 250)
  timer.unref()
}

/** What a clone can build, or `undefined` in a published package, which brings it built. */
const buildsOf = async (name) => {
  const script = new URL(`../../scripts/${name}/built.js`, import.meta.url)
  return existsSync(script) ? await import(script.href) : undefined
}

/** In a clone, a server starts with web applications that match their sources. */
const buildWeb = async () => {
  try {
    // The server processes get the folder from the process that started them.
    const web = serves && cluster.isPrimary ? await buildsOf("web") : undefined
    await web?.ensureBuilt(() => say("Building the web applications (after each change, some seconds)."))
  } catch (error) {
    say(`${error.message}\n\nThe web applications could not be built, so the server was not started.`)
    process.exit(1)
  }
}

/**
 * The folder of the bundled command line that matches the sources. Processes that run for long build it if need be. Without
 * one, a command runs from the sources, which takes longer to start.
 */
const bundledProgram = async () => {
  if (process.env.WRISTBANK_FROM_SOURCES !== undefined) {
    // It is no setting of a command, which would warn of it.
    delete process.env.WRISTBANK_FROM_SOURCES
    return undefined
  }
  const program = await buildsOf("program")
  const given = process.env.WRISTBANK_PROGRAM
  if (given !== undefined) {
    // A server process runs what the process runs that started it, whatever was built since.
    delete process.env.WRISTBANK_PROGRAM
    return program?.builds === dirname(given) && program.use(given) ? given : undefined
  }
  try {
    const folder = isLong ? await program?.ensureBuilt() : program?.currentBuild()
    return folder !== undefined && program.use(folder) ? folder : undefined
  } catch (error) {
    say(`${error.message}\n\nThe program could not be bundled, so it starts from its sources, which takes longer.`)
    return undefined
  }
}

/**
 * Lets V8 compile functions after a tenth of its usual number of calls: a till calls them once a booking, and waits for each
 * that is not compiled. Newer versions may not have these options, and would complain of them.
 */
const compileSoon = () => {
  if (major > 26) return
  v8.setFlagsFromString("--invocation-count-for-maglev=40")
  v8.setFlagsFromString("--invocation-count-for-turbofan=250")
  v8.setFlagsFromString("--minimum-invocations-after-ic-update=40")
}

const say = (text) => process.stderr.write(`${text}\n`)

const [major, minor] = process.versions.node.split(".").map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  // Not before a server serves: most functions of a start are called a few times and never again, and compiling them soon takes as
  // much processor time as all the rest of the start.
  if (isLong) subscribe("wristbank.started", compileSoon)
  if (command === "simulate") compileSoon()
  followParent(() => process.kill(process.pid, "SIGTERM"))
  if (isLong) followShell(() => process.kill(process.pid, "SIGTERM"))
  const [program] = await Promise.all([bundledProgram(), buildWeb()])
  // Keeps the compiled code, so later starts are faster and take less memory. That of a bundle is removed with it.
  module.enableCompileCache(program && join(program, "compiled"))
  // Errors name the place in the sources.
  process.setSourceMapsEnabled(program !== undefined)
  // The library that draws on terminals knows only FORCE_COLOR.
  if (process.env.NO_COLOR) process.env.FORCE_COLOR ??= "0"
  const { execute, settings } = await import("@oclif/core")
  settings.enableAutoTranspile = false
  // Not awaited: when the reader of the output has seen enough (head, less), it would wait for ever.
  void execute({ dir: program ?? import.meta.url })
} else {
  const node = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url))
  if (!existsSync(node)) {
    const remedy = existsSync(new URL("../../scripts", import.meta.url))
      ? "npm ci brings one"
      : "npx -p node@24 -p @wristbank/cli wristbank brings one"
    process.stderr.write(`Wristbank needs Node 22.19 or newer; this is ${process.versions.node}. ${remedy}.\n`)
    process.exit(1)
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"]
  })
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) process.on(signal, () => child.kill(signal))
  followParent(() => child.kill("SIGTERM"))
  if (isLong) followShell(() => child.kill("SIGTERM"))
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)))
}
