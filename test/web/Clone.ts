import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import { compiledOnce } from "../support/runFolder.ts"

const repository = join(import.meta.dirname, "../..")

/** A clone with three small applications. */
export const clone = () => {
  const root = mkdtempSync(join(tmpdir(), "wristbank-clone-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (
    const name of [
      "scripts/web",
      "scripts/built.js",
      "scripts/publishBuild.ts",
      "cli/bin",
      "web/vite.config.ts",
      "web/serviceWorker.js",
      "package-lock.json"
    ]
  ) {
    cpSync(join(repository, name), join(root, name), { recursive: true })
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"))
  write("package.json", `{ "type": "module" }`)
  write("core/Noun.ts", `export const noun = "wristband"`)
  write("web/kit/Shown.ts", `export const show = (text: string) => { document.title = text + ${"\"shared\""} }`)
  write("web/portal/lazy.ts", `import "./lazy.css"; export const lazy = "lazy portal"`)
  write("web/portal/lazy.css", `p { color: red }`)
  write("web/portal/main.css", `h1 { color: red }`)
  const imports = `import { noun } from "../../core/Noun.ts"; import { show } from "../kit/Shown.ts"`
  write(
    "web/portal/main.tsx",
    `${imports}; import "./main.css"; show(noun); import("./lazy.ts").then((one) => show(one.lazy))`
  )
  write("web/till/main.tsx", `${imports}; show("till " + noun)`)
  write("web/administration/main.tsx", `${imports}; show("office " + noun)`)
  for (const name of ["portal", "till", "administration"]) {
    write(
      `web/${name}/index.html`,
      `<html><head></head><body><script type="module" src="./main.tsx"></script></body></html>`
    )
    for (const file of ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"]) {
      write(`web/${name}/${file}`, "{}")
    }
  }
  return { root, write, builds: join(root, "web/dist") }
}

/** Asks, as a start does, for a build that matches the sources. Returns its folder, or why it can't be built. */
export const ensure = async (root: string) => {
  const program = `const { ensureBuilt } = await import("${root}/scripts/web/built.js")
    try { console.log(await ensureBuilt()) } catch (error) { console.log("FAILED", error.message) }`
  return output(spawn(process.execPath, ["--input-type=module", "-e", program], { env: withCompiled() }))
}

/** The environment for a process that builds, which loads more from packages than it builds. */
export const withCompiled = () => ({ ...process.env, ...compiledOnce() })

export const output = async (child: ChildProcess) => {
  let text = ""
  child.stdout?.on("data", (part) => text += part)
  child.stderr?.on("data", (part) => text += part)
  const [code] = await once(child, "close")
  return { code, text: text.trim() }
}
