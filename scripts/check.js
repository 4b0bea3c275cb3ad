// Runs every check of the code that needs no database: types, lint, formatting, which file may import
// which, what nothing uses, file names, subjects of commits.
import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { subjectsIn, wrongSubjects } from "./subjects.js"

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..")

/** Names that do not say what a file holds. */
const nameless = /^(utils?|helpers?|common|types?|managers?|misc|shared|index)$/

/** Files and folders whose name does not say what they hold. */
const namelessPaths = (paths) => paths.filter((path) => nameless.test(basename(path).replace(/\.[a-z.]+$/, "")))

const sourcePaths = () =>
  ["core/src", "http/src", "cli/src", "cli/stand-ins/src", "web", "examples", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => !path.includes("node_modules") && !path.includes("dist"))
      // A browser's application begins in a page of this name.
      .filter((path) => basename(path) !== "index.html")
      .map((path) => join(folder, path))
  )

const run = (name, args) =>
  new Promise((done) => {
    const child = spawn(join(root, "node_modules", ".bin", name), args, { cwd: root })
    let output = ""
    child.stdout.on("data", (text) => output += text)
    child.stderr.on("data", (text) => output += text)
    child.on("close", (code) => done({ name: [name, ...args].join(" "), passed: code === 0, output }))
  })

const checkNames = () => {
  const found = namelessPaths(sourcePaths())
  return {
    name: "file names",
    passed: found.length === 0,
    output: found.map((path) => `${path}: name it after the noun it holds\n`).join("")
  }
}

const checkSubjects = () => {
  const found = wrongSubjects(subjectsIn(root))
  return {
    name: "subjects of commits",
    passed: found.length === 0,
    output: found.map((subject) => `"${subject}": begin with an area, and end within 72 characters\n`).join("")
  }
}

const main = async () => {
  const outcomes = await Promise.all([
    run("tsc", ["--noEmit", "-p", "tsconfig.json"]),
    run("oxlint", ["--deny-warnings"]),
    run("dprint", ["check"]),
    run("depcruise", [
      "--config",
      "scripts/imports.js",
      "core/src",
      "http/src",
      "cli/src",
      "cli/stand-ins/src",
      "web",
      "examples"
    ]),
    run("knip", ["--config", "scripts/knip.js", "--no-progress"]),
    checkNames(),
    checkSubjects()
  ])
  for (const { name, output, passed } of outcomes) {
    if (!passed) process.stdout.write(output)
    process.stdout.write(`${passed ? "ok    " : "FAILED"} ${name}\n`)
  }
  process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
