import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createWriteStream, mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

/** A program of a machine, with its environment. */
export interface Service {
  readonly name: string
  readonly command: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  /** The user that it runs as; root if absent. */
  readonly user?: string
}

const ip = (...given: ReadonlyArray<string>) =>
  execFileSync("ip", given, { stdio: ["ignore", "pipe", "pipe"] }).toString()

/**
 * Makes the network of the machines, with an address for the process that calls it. That must be in namespaces of its own for
 * network, mounts and processes: they end with it, and so does all that stands in them.
 */
export const openNetwork = (address: string): void => {
  mkdirSync("/run/netns", { recursive: true })
  execFileSync("mount", ["-t", "tmpfs", "tmpfs", "/run/netns"])
  ip("link", "set", "lo", "up")
  ip("link", "add", "lan", "type", "bridge")
  ip("address", "add", `${address}/24`, "dev", "lan")
  ip("link", "set", "lan", "up")
}

/**
 * A machine: a network namespace at an address of the network, with programs that are started again when they end, as systemd does.
 */
export class Machine {
  readonly name: string
  readonly address: string
  private readonly folder: string
  private readonly services: Array<Service> = []
  private readonly children = new Set<ChildProcess>()
  private isOn = false

  constructor(name: string, address: string, folder: string) {
    this.name = name
    this.address = address
    this.folder = folder
    const wire = `w-${name}`
    ip("netns", "add", name)
    ip("link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", name)
    ip("link", "set", wire, "master", "lan", "up")
    this.inside("ip", "link", "set", "lo", "up")
    this.inside("ip", "address", "add", `${address}/24`, "dev", "eth0")
    this.inside("ip", "link", "set", "eth0", "up")
  }

  /** Runs a program on the machine to its end, and returns what it wrote. */
  inside(...command: ReadonlyArray<string>): string {
    return execFileSync("ip", ["netns", "exec", this.name, ...command], { stdio: ["ignore", "pipe", "pipe"] })
      .toString()
  }

  /** Adds a program, and starts it if the machine is on. */
  add(service: Service): void {
    this.services.push(service)
    if (this.isOn) this.start(service)
  }

  turnOn(): void {
    this.isOn = true
    for (const service of this.services) this.start(service)
  }

  /** Takes its power: all its processes end at once. */
  async turnOff(): Promise<void> {
    this.isOn = false
    while (this.pids().length > 0) {
      this.signal("SIGKILL")
      await pause(20)
    }
  }

  /** Stops the processes whose command line has a text, as a person would: they are started again. */
  kill(signal: NodeJS.Signals, having: string): void {
    for (const pid of this.pids()) {
      if (commandOf(pid).includes(having)) send(pid, signal)
    }
  }

  freeze(): void {
    this.signal("SIGSTOP")
  }

  thaw(): void {
    this.signal("SIGCONT")
  }

  /** Pulls the network cable. */
  cutOff(): void {
    ip("link", "set", `w-${this.name}`, "down")
  }

  connect(): void {
    ip("link", "set", `w-${this.name}`, "up")
  }

  /** Ends everything. */
  async remove(): Promise<void> {
    await this.turnOff()
    ip("netns", "delete", this.name)
  }

  private pids(): ReadonlyArray<number> {
    return ip("netns", "pids", this.name).split("\n").filter((line) => line !== "").map(Number)
  }

  private signal(name: NodeJS.Signals): void {
    for (const pid of this.pids()) send(pid, name)
  }

  private start(service: Service): void {
    const { command, environment, name, user } = service
    const as = user === undefined ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"]
    const child = spawn("ip", ["netns", "exec", this.name, ...as, ...command], {
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true
    })
    const log = createWriteStream(join(this.folder, `${this.name}-${name}.log`), { flags: "a" })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    this.children.add(child)
    child.once("exit", () => {
      this.children.delete(child)
      setTimeout(() => this.isOn && this.start(service), 1_000)
    })
  }
}

const commandOf = (pid: number): string => {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)]).toString()
  } catch {
    // It has ended meanwhile.
    return ""
  }
}

/** Sends a signal to a process that may have ended meanwhile. */
const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}
