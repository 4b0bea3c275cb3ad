import type { english } from "./english.ts"

export const german: typeof english = {
  listUntil: (name, time) => `${name} bis ${time}`,
  till: "Kasse",
  tasksLabel: "Aufgaben",
  taskSale: "Verkauf",
  taskTopUp: "Aufladen",
  taskPayOut: "Auszahlen",
  taskTickets: "Eintritt",
  taskGuest: "Gast",
  taskVouchers: "Gutscheine",
  taskFreeTicket: "Freikarte",
  taskSwitchTag: "Chip tauschen",
  taskHistory: "Verlauf",
  taskRegister: "Kassenlade",
  taskCash: "Geldtransport",
  taskPeople: "Personal",
  taskStatistics: "Statistik",
  testConnection: "Verbindung prüfen",
  answeredIn: (milliseconds) => `Der Server hat in ${milliseconds} ms geantwortet.`,
  more: "Mehr",
  moreTasks: "Weitere Aufgaben",
  moreWith: (task) => `Mehr, ${task} ist offen`,
  settings: "Gerät",
  nothingToDo: "Mit dieser Rolle ist an dieser Kasse nichts möglich. Bitte die Schichtleitung fragen.",
  eventArchived: "Diese Veranstaltung ist archiviert: Es kann nichts mehr gebucht werden."
}
