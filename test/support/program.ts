import { ensureBuilt } from "../../scripts/program/built.js"

/** Bundles the command line once for the test run, as the tests start many processes of it. */
export default async () => {
  await ensureBuilt()
}
