import { variableOf } from "@wristbank/core/base/Settings"
import { largerBodies } from "@wristbank/http/api/BodyLimit"
import { ByteSize } from "effect"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const deploy = join(root, "examples/deploy")
const read = (name: string) => readFileSync(join(deploy, name), "utf8")
const files = readdirSync(deploy, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
const units = readdirSync(join(deploy, "systemd"))

/** The command lines that a file starts Wristbank with. */
const commandsIn = (text: string) =>
  Array.from(text.matchAll(/^ExecStart=\S+\/wristbank (.*)$/gm), ([, line = ""]) => line.split(" "))

/** What a checker reports as wrong; nothing where it is not installed. */
const faultsOf = (program: string, args: ReadonlyArray<string>, home: string) => {
  const environment = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8", env: environment })
  // systemd warns of a line that it does not know, and is content with the rest.
  const warned = /^\S+:\d+: .*/m.exec(stderr ?? "")?.[0]
  return error !== undefined || (status === 0 && warned === undefined) ? "" : stderr
}

describe("the examples of a deployment", () => {
  test("start commands with flags that there are", () => {
    const commands = units.flatMap((unit) => commandsIn(read(`systemd/${unit}`)))
    expect(commands.map(([name]) => name).toSorted()).toEqual(["backup", "serve", "up", "work"])
    for (const [name, ...words] of commands) {
      const help = execFileSync(process.execPath, [join(root, "cli/bin/wristbank.js"), name ?? "", "--help"], {
        encoding: "utf8"
      })
      for (const flag of words.filter((word) => word.startsWith("--"))) expect(help).toContain(flag)
    }
  })

  test("start a server or workers again however often they end", () => {
    const lasting = units.map((unit) => read(`systemd/${unit}`)).filter((text) => /^Type=exec$/m.test(text))
    expect(lasting).toHaveLength(3)
    for (const text of lasting) {
      expect(text).toMatch(/^\[Unit\][^[]*^StartLimitIntervalSec=0$/m)
      expect(text).toMatch(/^\[Service\][^[]*^Restart=always\nRestartSec=5$/m)
    }
  })

  test("set only settings that there are", () => {
    const { stdout } = spawnSync(process.execPath, [join(root, "cli/bin/wristbank.js"), "config", "--json"], {
      encoding: "utf8",
      cwd: tmpdir()
    })
    const known = Object.keys(JSON.parse(stdout)).map(variableOf)
    const used = files.flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(/\b(WRISTBANK_[A-Z_]+|DATABASE_URL)\b/g), ([name]) => name)
    )
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !known.includes(name) && name !== "WRISTBANK_ADMIN_PASSWORD")).toEqual([])
  })

  test("make an image without secrets that does not run as root and shows its health", () => {
    const recipe = read("Dockerfile")
    expect(recipe).not.toMatch(/^(?:ARG|ENV)[^\n]*(?:SECRET|PASSWORD|DATABASE_URL)/m)
    expect(recipe.match(/^USER .*$/gm)).toEqual(["USER node"])
    expect(recipe.indexOf("USER node")).toBeLessThan(recipe.indexOf("ENTRYPOINT"))
    expect(recipe).toMatch(/^HEALTHCHECK .*\\\n.*\/health\/ready/m)
    // Podman takes a short name for one of no registry.
    for (const [, image] of recipe.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^docker\.io\//)
    // Of the root alone: only some builders read one beside the Dockerfile.
    const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n")
    for (const kept of ["**/.wristbank", "**/.env*", "**/wristbank.config.json", ".git"]) {
      expect(ignored).toContain(kept)
    }
  })

  test("let the server refuse what is too large, not the proxy before it", () => {
    const guide = readFileSync(join(root, "docs/administrator-documentation/proxy.md"), "utf8")
    const [, mebibytes] = /^\tclient_max_body_size (\d+)m;$/m.exec(guide) ?? []
    for (const { limit } of largerBodies.values()) {
      expect(Number(mebibytes) * 2 ** 20).toBeGreaterThan(ByteSize.toNumberUnsafe(limit))
    }
  })

  test("pass the checks of systemd and Caddy where those are installed", () => {
    const folder = mkdtempSync(join(tmpdir(), "wristbank-units-"))
    try {
      const paths = units.map((unit) => {
        const path = join(folder, unit)
        const here = read(`systemd/${unit}`).replaceAll(/^(ExecStart=)\S+/gm, `$1${process.execPath}`)
          .replaceAll("/opt/wristbank/", `${root}/`)
        writeFileSync(path, here)
        return path
      })
      mkdirSync(join(folder, "wristbank.service.d"))
      writeFileSync(join(folder, "wristbank.service.d/tls.conf"), read("wristbank-tls.conf"))
      expect(faultsOf("systemd-analyze", ["verify", "--man=no", ...paths], folder)).toBe("")
      for (const file of ["Caddyfile", "two-servers/Caddyfile"]) {
        const checks = ["adapt", "--adapter", "caddyfile", "--validate", "--config", join(deploy, file)]
        expect(faultsOf("caddy", checks, folder)).toBe("")
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
