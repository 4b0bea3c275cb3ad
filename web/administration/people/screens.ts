import { IdCard } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** Who works here, and who may do what. */
export const people: Task = {
  name: "people",
  title: { en: "People", de: "Personen" },
  icon: IdCard,
  screens: [
    {
      path: "users",
      title: { en: "Users", de: "Benutzer" },
      purpose: {
        en: "Everybody who works with the system, in the office or at tills.",
        de: "Alle, die mit dem System arbeiten, im Büro oder an Kassen."
      },
      needs: "GET /users",
      at: "everywhere",
      objects: "user",
      isInMenu: true,
      content: later(() => import("./UserList.tsx"), "UserList")
    },
    {
      path: "users/new",
      title: { en: "New user", de: "Neuer Benutzer" },
      purpose: {
        en: "With a password for the office, a wristband for tills, or both.",
        de: "Mit einem Passwort fürs Büro, einem Armband für Kassen, oder beidem."
      },
      needs: "POST /users",
      at: "everywhere",
      objects: "user",
      content: later(() => import("./UserForm.tsx"), "NewUser")
    },
    {
      path: "users/:id",
      title: { en: "User", de: "Benutzer" },
      purpose: {
        en: "One person: roles, wristband, and where they are signed in.",
        de: "Eine Person: Rollen, Armband, und wo sie angemeldet ist."
      },
      needs: "GET /users/:user_id",
      at: "everywhere",
      content: later(() => import("./UserPage.tsx"), "UserPage")
    },
    {
      path: "users/:id/edit",
      title: { en: "Edit user", de: "Benutzer bearbeiten" },
      purpose: { en: "Name and wristband of a person.", de: "Name und Armband einer Person." },
      needs: "POST /users/:user_id",
      at: "everywhere",
      content: later(() => import("./UserForm.tsx"), "EditUser")
    },
    {
      path: "rights",
      title: { en: "Who has which role where", de: "Wer hat wo welche Rolle" },
      purpose: {
        en: "A role counts where it is given and everywhere below; some rights count in the whole event.",
        de:
          "Eine Rolle gilt dort, wo sie vergeben ist, und überall darunter; manche Rechte gelten in der ganzen Veranstaltung."
      },
      needs: "GET /user-to-roles",
      at: "everywhere",
      isInMenu: true,
      content: later(() => import("./RightsPage.tsx"), "RightsPage")
    },
    {
      path: "roles",
      title: { en: "Roles", de: "Rollen" },
      purpose: {
        en: "What people may do, bundled by job.",
        de: "Was Personen dürfen, gebündelt nach Aufgabe."
      },
      needs: "GET /user-roles",
      at: "everywhere",
      objects: "user_role",
      isInMenu: true,
      content: later(() => import("./RoleList.tsx"), "RoleList")
    },
    {
      path: "roles/new",
      title: { en: "New role", de: "Neue Rolle" },
      purpose: { en: "Tick what its holders may do.", de: "Hake an, was ihre Inhaber dürfen." },
      needs: "POST /user-roles",
      at: "everywhere",
      objects: "user_role",
      content: later(() => import("./RoleForm.tsx"), "NewRole")
    },
    {
      path: "roles/:id/edit",
      title: { en: "Edit role", de: "Rolle bearbeiten" },
      purpose: {
        en: "A change counts at once for everybody who has the role.",
        de: "Eine Änderung gilt sofort für alle, die die Rolle haben."
      },
      needs: "POST /user-roles/:user_role_id",
      at: "everywhere",
      content: later(() => import("./RoleForm.tsx"), "EditRole")
    },
    {
      path: "audit",
      title: { en: "Who changed what", de: "Wer was geändert hat" },
      purpose: {
        en: "Every change here and below, and who made it; nothing in it can be changed or deleted.",
        de: "Jede Änderung hier und darunter, und wer sie gemacht hat; nichts davon lässt sich ändern oder löschen."
      },
      needs: "GET /tree/nodes/:node_id/audit-logs",
      at: "everywhere",
      isInMenu: true,
      content: later(() => import("./audit/AuditList.tsx"), "AuditList")
    },
    {
      path: "audit/:id",
      title: { en: "Change", de: "Änderung" },
      purpose: {
        en: "One change with the fields before and after it.",
        de: "Eine Änderung mit den Feldern davor und danach."
      },
      needs: "GET /tree/nodes/:node_id/audit-logs/:audit_log_id",
      at: "everywhere",
      content: later(() => import("./audit/AuditPage.tsx"), "AuditPage")
    }
  ]
}
