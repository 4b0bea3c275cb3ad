import { startApplication } from "../kit/application.tsx"
import { Administration } from "./Administration.tsx"
import "./administration.css"
import type { AdministrationMessages } from "./messages/english.ts"

await startApplication<AdministrationMessages>(
  {
    en: async () => (await import("./messages/english.ts")).english,
    de: async () => (await import("./messages/german.ts")).german
  },
  <Administration />
)
