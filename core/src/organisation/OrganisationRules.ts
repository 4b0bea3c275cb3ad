import { defineRules } from "../primitives/Rule.ts"

/** Why the tree, its users and their rights refuse. */
export const organisationRules = defineRules("organisation", {
  no_rights: {
    id: "AccessDenied",
    en: "You have no rights here",
    de: "Hier fehlen alle Rechte",
    remedy: "Have a role given to you at this node or above it."
  },
  privilege_missing: {
    id: "AccessDenied",
    en: "You need the privilege {privileges:or} here",
    de: "Hier ist das Recht {privileges:or} nötig",
    remedy: "Sign in as somebody with one of the privileges, or have it given to the role."
  }
})
