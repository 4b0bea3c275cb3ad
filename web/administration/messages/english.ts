import { english as kit } from "../../kit/messages/english.ts"
import type { Mistake } from "../form/Field.ts"

const mistakes: Readonly<Record<Mistake, string>> = {
  missing: "This is needed.",
  noCount: "A whole number, such as 12.",
  noAmount: "An amount, such as 3.50.",
  noShare: "A percentage, such as 19.",
  noPlace: "Latitude and longitude, such as 54.0321, 9.3712."
}

export const english = {
  ...kit,
  mistakes,
  product: "Back office",
  signInTitle: "Sign in to the back office",
  signIn: "Sign in",
  login: "User name",
  password: "Password",
  code: "Code",
  codeHint: "Of your authenticator app, or a recovery code.",
  whichNode: "Where do you want to work?",
  menu: "Menu",
  tasks: "Tasks",
  account: "Your account",
  node: "Part of the organisation",
  switchNode: (name: string) => `${name}: switch to another part`,
  switchTitle: "Where do you want to work?",
  noNodes: "You have no role anywhere yet. Ask an administrator.",
  archived: "archived",
  archivedNode: "Archived: everything can be looked at, nothing changed.",
  notFound: "There is no such page",
  notFoundHint: "The address may be mistyped, or you may not see this page.",
  toStart: "To the start",
  find: "Find",
  filter: "Filter",
  rows: (written: string, count: number) => count === 1 ? "1 row" : `${written} rows`,
  rowsOf: (shown: string, all: string) => `${shown} of ${all} rows`,
  nothingFound: (filter: string) => `Nothing contains “${filter}”.`,
  nothingToChoose: "There is nothing to choose from yet.",
  stateOf: "State of (empty: now)",
  asTable: "As a table",
  csv: "CSV",
  copy: "Copy",
  copied: "Copied",
  yes: "yes",
  no: "no",
  choose: "Choose …",
  add: "Add",
  edit: "Edit",
  save: "Save",
  remove: "Delete",
  discard: "Discard changes",
  restored: "These entries were not saved yet. They are as you left them.",
  unsavedForms: (count: number) => count === 1 ? "1 form is not saved" : `${count} forms are not saved`,
  mergedWithout:
    "Someone else saved this meanwhile. Their changes are in the form now, beside yours. Save again to keep both.",
  mergedWith: "Someone else changed the same entries meanwhile. Choose which version stands, then save again.",
  mine: "Yours",
  theirs: "Theirs",
  secretStored: "Stored, and never shown.",
  replace: "Replace",
  replaceSecret: (label: string) => `${label}: replace or remove`,
  emptyEntry: "empty",
  help: "How this works",
  readMore: "Help"
}

export type AdministrationMessages = typeof english
