// A server process that does not end when it is asked to.
import process from "node:process"

process.on("SIGTERM", () => undefined)
process.send?.("ready")
