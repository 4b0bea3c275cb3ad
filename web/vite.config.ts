import react from "@vitejs/plugin-react"
import type { UserConfig } from "vite"
import { applicationFiles, applications, firstScreenOf } from "../scripts/web/applications.ts"

/** The build of these applications. Built alone, what an application loads first is one script. */
export const configOf = (names: ReadonlyArray<string>): UserConfig => ({
  root: import.meta.dirname,
  base: "/",
  // Nothing is served that the build did not make.
  publicDir: false,
  plugins: [react(), applicationFiles(names)],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // Data URLs in styles and scripts can't be cached apart and are larger.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Files compress better together, and what the first screen needs is loaded in any case.
      output: { codeSplitting: { groups: [{ name: firstScreenOf(names), debugName: "first screen" }] } },
      input: Object.fromEntries(names.map((name) => [name, `${import.meta.dirname}/${name}/index.html`]))
    }
  },
  server: { proxy: { "/api": process.env["WRISTBANK_ADDRESS"] ?? "http://127.0.0.1:8000" } }
})

export default configOf(applications)
