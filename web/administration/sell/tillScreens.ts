import { later, type Screen } from "../Screen.ts"

/** Profiles, tills and terminals. */
export const tillScreens: ReadonlyArray<Screen> = [
  {
    path: "profiles",
    title: { en: "Profiles", de: "Kassenprofile" },
    purpose: {
      en: "What a kind of till may do, and what it shows.",
      de: "Was eine Art von Kasse darf, und was sie zeigt."
    },
    needs: "GET /till-profiles",
    objects: "till",
    isInMenu: true,
    content: later(() => import("./tills/Profiles.tsx"), "ProfileList")
  },
  {
    path: "profiles/new",
    title: { en: "New profile", de: "Neues Kassenprofil" },
    purpose: {
      en: "A kind of till, such as bars or the entrance.",
      de: "Eine Art von Kasse, etwa Bars oder der Einlass."
    },
    needs: "POST /till-profiles",
    objects: "till",
    content: later(() => import("./tills/ProfileForm.tsx"), "NewProfile")
  },
  {
    path: "profiles/:id",
    title: { en: "Profile", de: "Kassenprofil" },
    purpose: {
      en: "What its tills may do, and which they are.",
      de: "Was seine Kassen dürfen, und welche es sind."
    },
    needs: "GET /till-profiles/:profile_id",
    objects: "till",
    content: later(() => import("./tills/Profiles.tsx"), "ProfilePage")
  },
  {
    path: "profiles/:id/edit",
    title: { en: "Edit profile", de: "Kassenprofil bearbeiten" },
    purpose: {
      en: "Its tills follow within half a minute.",
      de: "Seine Kassen folgen binnen einer halben Minute."
    },
    needs: "POST /till-profiles/:profile_id",
    objects: "till",
    content: later(() => import("./tills/ProfileForm.tsx"), "EditProfile")
  },
  {
    path: "tills",
    title: { en: "Tills", de: "Kassen" },
    purpose: {
      en: "Where something is sold, with which device and by whom.",
      de: "Wo etwas verkauft wird, mit welchem Gerät und von wem."
    },
    needs: "GET /tills",
    objects: "till",
    isInMenu: true,
    content: later(() => import("./tills/Tills.tsx"), "TillList")
  },
  {
    path: "tills/new",
    title: { en: "New till", de: "Neue Kasse" },
    purpose: {
      en: "A place where something is sold.",
      de: "Ein Ort, an dem etwas verkauft wird."
    },
    needs: "POST /tills",
    objects: "till",
    content: later(() => import("./tills/TillForm.tsx"), "NewTill")
  },
  {
    path: "tills/:id",
    title: { en: "Till", de: "Kasse" },
    purpose: {
      en: "One till, its device, and everything it booked.",
      de: "Eine Kasse, ihr Gerät und alles, was sie gebucht hat."
    },
    needs: "GET /tills/:till_id",
    objects: "till",
    content: later(() => import("./tills/TillPage.tsx"), "TillPage")
  },
  {
    path: "tills/:id/edit",
    title: { en: "Edit till", de: "Kasse bearbeiten" },
    purpose: {
      en: "The person who is signed in is signed out if the terminal changes.",
      de: "Wer angemeldet ist, wird abgemeldet, wenn das Terminal wechselt."
    },
    needs: "POST /tills/:till_id",
    objects: "till",
    content: later(() => import("./tills/TillForm.tsx"), "EditTill")
  },
  {
    path: "terminals",
    title: { en: "Terminals", de: "Terminals" },
    purpose: {
      en: "The devices: whether they work, where they are and who uses them.",
      de: "Die Geräte: ob sie arbeiten, wo sie sind und wer sie benutzt."
    },
    needs: "GET /terminal",
    objects: "terminal",
    isInMenu: true,
    content: later(() => import("./tills/Terminals.tsx"), "TerminalList")
  },
  {
    path: "terminals/new",
    title: { en: "New terminal", de: "Neues Terminal" },
    purpose: {
      en: "A device that will be registered with a code.",
      de: "Ein Gerät, das mit einem Code registriert wird."
    },
    needs: "POST /terminal",
    objects: "terminal",
    content: later(() => import("./tills/TerminalForm.tsx"), "NewTerminal")
  },
  {
    path: "terminals/sheets",
    title: { en: "Registration sheets", de: "Registrierungsblätter" },
    purpose: {
      en: "Print a page for each device, with the code that registers it.",
      de: "Drucke für jedes Gerät eine Seite mit dem Code, der es registriert."
    },
    needs: "POST /terminal/:terminal_id",
    objects: "terminal",
    content: later(() => import("./tills/Sheets.tsx"), "Sheets")
  },
  {
    path: "terminals/:id",
    title: { en: "Terminal", de: "Terminal" },
    purpose: {
      en: "One device, its registration, and who is signed in.",
      de: "Ein Gerät, seine Registrierung, und wer angemeldet ist."
    },
    needs: "GET /terminal/:terminal_id",
    objects: "terminal",
    content: later(() => import("./tills/TerminalPage.tsx"), "TerminalPage")
  },
  {
    path: "terminals/:id/edit",
    title: { en: "Edit terminal", de: "Terminal bearbeiten" },
    purpose: {
      en: "Its name is on sheets and lists; the device keeps working.",
      de: "Sein Name steht auf Blättern und Listen; das Gerät arbeitet weiter."
    },
    needs: "POST /terminal/:terminal_id",
    objects: "terminal",
    content: later(() => import("./tills/TerminalForm.tsx"), "EditTerminal")
  }
]
