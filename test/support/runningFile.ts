// Says which test file runs, for the figures of the torture. The files of a worker share its process.
import { beforeEach } from "vitest"
import { startFile } from "./Torture.ts"

beforeEach(({ task }) => startFile(task.file.name))
