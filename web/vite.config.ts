import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { applicationFiles, applications } from "../scripts/web/applications.ts"

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  // Nothing is served that the build did not make.
  publicDir: false,
  plugins: [react(), applicationFiles()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // Data URLs in styles and scripts can't be cached apart and are larger.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(applications.map((name) => [name, `${import.meta.dirname}/${name}/index.html`]))
    }
  },
  server: { proxy: { "/api": process.env["WRISTBANK_ADDRESS"] ?? "http://127.0.0.1:8000" } }
})
