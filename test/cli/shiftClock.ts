// Loaded before everything else (`--import`) into a process whose clock a test sets wrong: `CLOCK_FILE` holds the milliseconds
// to add. At SIGUSR2 the process reads it again, so its clock jumps, and writes what it read to `CLOCK_FILE.seen`.
import { readFileSync, writeFileSync } from "node:fs"

const { CLOCK_FILE: file = "" } = process.env
const RealDate = Date
let shift = 0

const read = () => {
  const text = readFileSync(file, "utf8")
  shift = Number(text)
  writeFileSync(`${file}.seen`, text)
}

read()
process.on("SIGUSR2", read)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + shift] : given, newTarget),
  apply: () => new RealDate(RealDate.now() + shift).toString(),
  get: (target, name, receiver) => name === "now" ? () => RealDate.now() + shift : Reflect.get(target, name, receiver)
})
