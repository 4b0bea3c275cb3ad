// The built web applications of a clone.
import { join } from "node:path"
import { builtBy, root } from "../built.js"

export const { builds, currentBuild, ensureBuilt, stampOf } = builtBy({
  builds: join(root, "web", "dist"),
  script: "scripts/web/build.ts",
  sources: ["web", "scripts/web"]
})
