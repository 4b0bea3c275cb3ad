import { Banknote } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** Where cash is, who has it, and how it is counted. */
export const cash: Task = {
  name: "cash",
  title: { en: "Cash", de: "Bargeld" },
  icon: Banknote,
  screens: [
    {
      path: "now",
      title: { en: "Where the cash is", de: "Wo das Bargeld ist" },
      purpose: {
        en: "Who has how much cash now: vault, people on the way, and cash registers.",
        de: "Wer gerade wie viel Bargeld hat: Tresor, Menschen unterwegs und Kassenladen."
      },
      needs: "GET /money-overview",
      isInMenu: true,
      content: later(() => import("./CashNow.tsx"), "CashNow")
    },
    {
      path: "cashiers",
      title: { en: "Cashiers", de: "Kassierende" },
      purpose: {
        en: "Who works at tills, with which cash register; their shifts are closed out here.",
        de: "Wer an Kassen arbeitet, mit welcher Kassenlade; hier ist auch der Kassensturz."
      },
      needs: "GET /cashiers",
      isInMenu: true,
      content: later(() => import("./CashierList.tsx"), "CashierList")
    },
    {
      path: "cashiers/:id",
      title: { en: "Cashier", de: "Kassierer oder Kassiererin" },
      purpose: { en: "One person's register and shifts.", de: "Kassenlade und Schichten einer Person." },
      needs: "GET /cashiers/:cashier_id",
      content: later(() => import("./CashierPage.tsx"), "CashierPage")
    },
    {
      path: "cashiers/:id/close-out",
      title: { en: "Close-out", de: "Kassensturz" },
      purpose: {
        en: "Counts a cashier's register at the end of their shift, step by step; nothing is booked before the last.",
        de: "Zählt am Ende einer Schicht die Kassenlade, Schritt für Schritt; gebucht wird erst beim letzten."
      },
      needs: "POST /cashiers/:cashier_id/close-out",
      content: later(() => import("./CloseOutPage.tsx"), "CloseOutPage")
    },
    {
      path: "cashiers/:id/shifts/:shift",
      title: { en: "Shift", de: "Schicht" },
      purpose: {
        en: "What was counted at the end of the shift, and what was sold in it.",
        de: "Was am Ende der Schicht gezählt und was in ihr verkauft wurde."
      },
      needs: "GET /cashiers/:cashier_id/shifts",
      content: later(() => import("./ShiftPage.tsx"), "ShiftPage")
    },
    {
      path: "registers",
      title: { en: "Cash registers", de: "Kassenladen" },
      purpose: {
        en: "The drawers with the cash, which cashiers carry to their tills.",
        de: "Die Laden mit dem Bargeld, die Kassierende zu ihren Kassen tragen."
      },
      needs: "GET /till-registers",
      isInMenu: true,
      content: later(() => import("./RegisterList.tsx"), "RegisterList")
    },
    {
      path: "registers/new",
      title: { en: "New cash register", de: "Neue Kassenlade" },
      purpose: { en: "A drawer that a cashier can get.", de: "Eine Lade, die jemand bekommen kann." },
      needs: "POST /till-registers",
      objects: "till",
      content: later(() => import("./RegisterForm.tsx"), "NewRegister")
    },
    {
      path: "registers/:id",
      title: { en: "Cash register", de: "Kassenlade" },
      purpose: {
        en: "Its holder, the shifts that were closed out with it, and every movement of its cash.",
        de: "Wer sie hat, welche Schichten mit ihr endeten und jede Bewegung ihres Bargelds."
      },
      needs: "GET /till-registers/:register_id",
      content: later(() => import("./RegisterPage.tsx"), "RegisterPage")
    },
    {
      path: "registers/:id/edit",
      title: { en: "Rename cash register", de: "Kassenlade umbenennen" },
      purpose: { en: "The name on the drawer.", de: "Der Name auf der Lade." },
      needs: "POST /till-registers/:register_id",
      objects: "till",
      content: later(() => import("./RegisterForm.tsx"), "EditRegister")
    },
    {
      path: "stockings",
      title: { en: "Stockings", de: "Wechselgeldvorlagen" },
      purpose: {
        en: "The floats that registers start with, by notes and rolls of coins.",
        de: "Womit Kassenladen beginnen, nach Scheinen und Münzrollen."
      },
      needs: "GET /till-register-stockings",
      isInMenu: true,
      content: later(() => import("./StockingList.tsx"), "StockingList")
    },
    {
      path: "stockings/new",
      title: { en: "New stocking", de: "Neue Wechselgeldvorlage" },
      purpose: {
        en: "A float that registers can start with.",
        de: "Wechselgeld, mit dem Kassenladen beginnen können."
      },
      needs: "POST /till-register-stockings",
      objects: "till",
      content: later(() => import("./StockingForm.tsx"), "NewStocking")
    },
    {
      path: "stockings/:id",
      title: { en: "Stocking", de: "Wechselgeldvorlage" },
      purpose: { en: "Registers that have their float keep it.", de: "Laden, die ihr Wechselgeld haben, behalten es." },
      needs: "POST /till-register-stockings/:stocking_id",
      objects: "till",
      content: later(() => import("./StockingForm.tsx"), "EditStocking")
    }
  ]
}
