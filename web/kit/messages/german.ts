import type { KitMessages } from "./english.ts"

export const german: KitMessages = {
  back: "Zurück",
  cancel: "Abbrechen",
  close: "Schließen",
  colours: "Farben",
  coloursContrast: "Hoher Kontrast",
  coloursDark: "Dunkel",
  coloursLight: "Hell",
  coloursSystem: "Wie das Gerät",
  language: "Sprache",
  loading: "Wird geladen …",
  more: "Mehr anzeigen",
  refresh: "Aktualisieren",
  retry: "Noch einmal versuchen",
  signOut: "Abmelden",
  softwareNote: "Wristbank, freie Software unter der AGPL 3.0.",
  sourceCode: "Quelltext",
  skipToContent: "Zum Inhalt springen",
  updateWaits: "Eine neue Version ist bereit.",
  updateNow: "Jetzt aktualisieren",
  asOf: (moment) => `Stand: ${moment}`,
  offline: "Keine Verbindung. Die Anzeige ist vielleicht nicht aktuell.",
  broken: "In dieser Anwendung ist ein Fehler aufgetreten.",
  brokenHint:
    "Dadurch wurde nichts gebucht. Bitte die Seite neu laden; tritt der Fehler wieder auf, hilft das Festivalteam.",
  reload: "Neu laden",
  refusedUnreachable: "Der Server hat nicht geantwortet. Bitte die Verbindung prüfen und noch einmal versuchen.",
  refusedBusy: "Im Moment gibt es zu viele Anfragen.",
  refusedAway: "Der Server ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.",
  refusedSignedOut: "Die Sitzung ist beendet. Bitte neu anmelden.",
  refusedFailed: "Auf dem Server ist ein Fehler aufgetreten. Tritt er wieder auf, bitte dem Festivalteam melden.",
  refusedFields: "Einige Angaben sind nicht gültig. Sie sind unten markiert.",
  refusedOther: "Das wurde abgelehnt.",
  retryIn: (seconds) =>
    seconds === 1 ? "In 1 Sekunde noch einmal versuchen." : `In ${seconds} Sekunden noch einmal versuchen.`
}
