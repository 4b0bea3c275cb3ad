// A blank project of a developer, in which the packed packages are installed and used.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { root } from "../built.js"
import { freePort } from "../freePort.ts"
import { packages } from "./manifest.ts"

type Environment = Readonly<Record<string, string>>

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

const blank = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `wristbank-${name}-`))
  // As root, PostgreSQL runs as another account, which must be able to enter the folder of its programs and data.
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "blank", private: true, type: "module" }))
  return folder
}

const install = (folder: string, packed: ReadonlyArray<string>, options: ReadonlyArray<string>, env = process.env) =>
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...options, ...packed], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"]
  })

/** Installs a version of Node in a folder of its own; `close` removes it. */
export const installNode = (version: string) => {
  const folder = blank("node")
  install(folder, [`node@${version}`], [])
  return {
    program: join(folder, "node_modules", "node", "bin", "node"),
    close: () => rmSync(folder, { recursive: true, force: true })
  }
}

export const tarballOf = (name: string) => {
  const file = readdirSync(join(root, "dist")).find((one) =>
    one.startsWith(`wristbank-${name}-`) && one.endsWith(".tgz")
  )
  if (file === undefined) throw new Error(`npm run pack made no tarball of ${name}`)
  return join(root, "dist", file)
}

/** What else the examples need, and what a project in TypeScript has. */
const others = () => {
  const needed = Object.entries<string>(manifestOf("examples").dependencies)
    .filter(([name]) => !name.startsWith("@wristbank/"))
  const types = Object.entries<string>(manifestOf(".").devDependencies)
    .filter(([name]) => ["typescript", "@types/node"].includes(name))
  return [...needed, ...types].map(([name, version]) => `${name}@${version}`)
}

/** The files of the examples that are run, which all share one that is not. */
export const examples = readdirSync(join(root, "examples")).filter((file) =>
  file.endsWith(".ts") && file !== "runExample.ts"
)

/** Makes a project that has the packages and the examples; `node` is the program of Node. */
export const openProject = (node: string, options: ReadonlyArray<string>) => {
  const folder = blank("packages")
  const environment = { ...process.env, PATH: [dirname(node), process.env["PATH"]].join(delimiter) }
  const data = join(folder, "data")
  try {
    install(folder, [...packages.map(tarballOf), ...others()], options, environment)
    for (const file of [...examples, "runExample.ts"]) cpSync(join(root, "examples", file), join(folder, file))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }

  const run = (command: string, args: ReadonlyArray<string>, more: Environment = {}) =>
    execFileSync(command, args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...environment, ...more },
      stdio: ["ignore", "pipe", "inherit"]
    })

  /** Starts `wristbank up --demo`, and waits until it has printed the last registration code. */
  const up = async (more: Environment = {}) => {
    const port = await freePort()
    const command = ["wristbank", "up", "--demo", "--port", String(port), "--data-dir", data]
    const stdio = ["ignore", "pipe", "inherit"] as const
    const child = spawn("npx", command, {
      cwd: folder,
      env: { ...environment, ...more },
      stdio: [...stdio],
      detached: true
    })
    const lines: Array<string> = []
    await Promise.race([
      new Promise<void>((ready) =>
        createInterface(child.stdout!).on("line", (line) => {
          lines.push(line)
          if (/^ +Top-up +\S{36}$/.test(line)) ready()
        })
      ),
      once(child, "exit").then(([code]) => {
        throw new Error(`wristbank up ended with ${code}`)
      })
    ])
    const codeOf = (till: string) =>
      lines.map((line) => new RegExp(`^ +${till} +(\\S{36})$`).exec(line)?.[1]).find(Boolean) ?? ""
    return { child, codeOf, data, port, origin: `http://127.0.0.1:${port}` }
  }

  return {
    run,
    up,
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    /** What the first administrator signs in with. */
    password: () => readFileSync(join(data, "admin-password"), "utf8").trim(),
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export type Project = ReturnType<typeof openProject>

/** Whether a process of the group is left. */
export const isGroupThere = (group: number) => {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** Ends a command as its terminal does, with all processes that it has started, and waits until none of them is left. */
export const stop = async ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  if (pid === undefined) return
  process.kill(-pid, signal)
  const end = performance.now() + 120_000
  while (isGroupThere(pid)) {
    if (performance.now() > end) throw new Error(`processes of group ${pid} are still there after ${signal}`)
    await setTimeout(100)
  }
}
