import { CircleHelp } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** Explanations of the tasks, reached from each screen. */
export const help: Task = {
  name: "help",
  title: { en: "Help", de: "Hilfe" },
  icon: CircleHelp,
  screens: [
    {
      path: ":topic",
      title: { en: "Help", de: "Hilfe" },
      purpose: { en: "How this part of the back office is meant.", de: "Wie dieser Teil der Verwaltung gedacht ist." },
      needs: "GET /auth/sessions",
      at: "everywhere",
      content: later(() => import("./HelpPage.tsx"), "HelpPage")
    }
  ]
}
