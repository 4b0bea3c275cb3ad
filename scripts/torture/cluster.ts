// Builds the cluster of examples/deploy/cluster on this machine and lets it fail while tills book: three machines with PostgreSQL under
// Patroni, two servers and a proxy, each in a network of its own. Needs root on Linux and Debian's packages, which the part of the
// registry names. Argument: minutes.
import { execFileSync } from "node:child_process"
import { root } from "../built.js"

/** Those of test/cluster/Cluster.test.ts, with the start and the end. */
const kindsOfFaults = 10

const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--config", "vitest.cluster.config.ts"]

// Everything ends with these namespaces: machines, networks, disks and processes. The shell collects processes that lost their parent, as an
// init does: Patroni takes one that no one has collected for one that runs.
execFileSync(
  "unshare",
  [
    "--net",
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
    "--kill-child",
    "sh",
    "-c",
    "\"$@\"; exit $?",
    "sh",
    ...vitest
  ],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    // No kind of fault begins another round when its share of the time is over.
    env: { ...process.env, TORTURE_SECONDS: String(Number(process.argv[2]) * 60 / kindsOfFaults) }
  }
)
