import type { english } from "./english.ts"

export const german: typeof english = {
  newPerson: "Neue Person",
  personCreated: (login) => `${login} ist angelegt und kann sich anmelden, sobald eine Rolle vergeben ist.`,
  holdStaffTag: "Einen Personalchip an den Leser halten",
  login: "Anmeldename",
  displayName: "Name",
  description: "Beschreibung",
  cashInRegister: "Bargeld darin",
  roles: "Rollen",
  rolesHere: "An diesem Ort",
  rolesNone: "Noch keine Rollen.",
  roleFixed: (name) => `${name}, nur in der Verwaltung zu ändern`,
  roleElsewhere: (name, place) => `${name} an ${place}, dort zu ändern`,
  saveRoles: "Rollen speichern",
  rolesSame: "Zum Ändern eine Rolle an- oder abwählen.",
  rolesSaved: "Gespeichert. Es gilt ab der nächsten Anmeldung.",
  loginMissing: "Bitte einen Anmeldenamen eingeben.",
  firstRolesElsewhere: "Mit dieser Rolle entstehen Personen ohne Rollen. Wer Personal verwaltet, vergibt sie.",
  staffPin: "PIN des Chips",
  holdNewStaffTag: "Den Chip der neuen Person an den Leser halten",
  staffPinHint: "Sie ist auf den Chip gedruckt. Nötig, wenn der Chip noch nie benutzt wurde.",
  createPerson: "Person anlegen"
}
