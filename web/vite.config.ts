import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** The applications: each is a folder with its page. */
const applications = ["portal", "till"]

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(applications.map((name) => [name, `${import.meta.dirname}/${name}/index.html`]))
    }
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } }
})
