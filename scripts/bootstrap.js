// Runs a command of the project and installs the packages first when they are missing or out of date. It is plain
// JavaScript without dependencies, because it must run on a fresh clone with any Node from 18 on.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { delimiter, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..")

/**
 * The reason why the installed packages don't match the lockfile, or `undefined` when they do. `installed` is npm's record
 * of what it put into node_modules; packages of other platforms are optional there.
 */
export const reasonToInstall = (lockfile, installed) => {
  if (installed === undefined) return "no packages are installed yet"
  for (const [path, wanted] of Object.entries(lockfile.packages)) {
    if (!path.includes("node_modules/")) continue
    const present = installed.packages[path]
    if (present === undefined && (wanted.optional || wanted.devOptional || wanted.peer)) continue
    if (present === undefined) return `${path} is missing`
    if (present.version !== wanted.version) return `${path} is ${present.version}, the lockfile wants ${wanted.version}`
    if (present.integrity !== wanted.integrity) return `${path} differs from the lockfile`
  }
  return undefined
}

const readJson = (path) => existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined

/** The reason why the packages of a folder must be installed, or `undefined` when they match its lockfile. */
export const reasonIn = (folder) =>
  reasonToInstall(
    readJson(join(folder, "package-lock.json")),
    readJson(join(folder, "node_modules", ".package-lock.json"))
  )

const findReason = () => {
  const reason = reasonIn(root)
  if (reason !== undefined) return reason
  const probe = spawnSync(join(root, "node_modules", ".bin", "node"), ["--version"], { encoding: "utf8" })
  return probe.status === 0 ? undefined : "the installed Node does not run on this machine"
}

/** Installs the packages of a folder, or ends this process and says what is needed. */
export const install = (folder, reason) => {
  process.stderr.write(`Installing packages with npm ci (once, about a minute): ${reason}.\n`)
  const npm = process.env.npm_execpath ?? ""
  const [command, ...first] = npm.endsWith("npm-cli.js") ? [process.execPath, npm] : ["npm"]
  const flags = ["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", "--include=dev"]
  const outcome = spawnSync(command, [...first, ...flags], { cwd: folder, stdio: ["ignore", 2, 2] })
  if (outcome.status === 0) return
  const cause = outcome.error?.message ?? `npm ci ended with ${outcome.status ?? outcome.signal}`
  process.stderr.write(
    `\nThe packages could not be installed: ${cause}.\n` +
      `Needed: a reachable npm registry, write access to ${folder} and about 1 GB of free space. Then run the command again.\n`
  )
  process.exit(1)
}

const run = (name, args) => {
  const bin = join(root, "node_modules", ".bin")
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` }
  // The channel shows the server that this process has ended, even after kill -9, so that it stops too.
  const stdio = name === "wristbank" ? ["inherit", "inherit", "inherit", "ipc"] : "inherit"
  const child = spawn(join(bin, name), args, { cwd: root, env, stdio })
  // A terminal sends Ctrl-C to every process of the group itself. Some programs give up at once when it comes twice.
  const isSentTwice = process.stdin.isTTY && name !== "wristbank"
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    process.on(signal, () => signal === "SIGINT" && isSentTwice ? undefined : child.kill(signal))
  }
  if (process.env.npm_lifecycle_event !== undefined) followParent(child)
  child.on("error", (error) => {
    process.stderr.write(`${name} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)))
}

// When npm is ended, it signals a shell, and that shell ends without passing the signal on to this process.
const followParent = (child) => {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM")
  }, 500).unref()
}

const main = () => {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) {
    process.stderr.write("usage: node scripts/bootstrap.js <command> [arguments]\n")
    process.exit(1)
  }
  const reason = findReason()
  if (reason !== undefined) install(root, reason)
  run(name, args)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()
