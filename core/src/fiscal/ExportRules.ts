import { defineRules } from "../base/Rule.ts"

/** Why days of an export, the export itself or the check of one are refused. */
export const exportRules = defineRules("dsfinvk", {
  days_reversed: {
    en: "{first} is after {last}",
    de: "{first} ist nach {last}",
    remedy: "Name the earlier day first."
  },
  day_invalid: {
    en: "{day} is no day: write it as 2026-06-30",
    de: "{day} ist kein Tag: bitte wie 2026-06-30 schreiben",
    remedy: "Write year, month and day, with hyphens."
  },
  export_incomplete: {
    id: "ExportRefused",
    en: "Nothing was exported:\n{problems:lines}",
    de: "Es wurde nichts exportiert:\n{problems:lines}",
    when: "Data is missing, or orders wait for their signature; all problems, one a line.",
    remedy: "Correct what the lines name, or export in spite of it: `--anyway`, over HTTP `?anyway=true`."
  },
  business_incomplete: {
    id: "Problem",
    en: "There is no {missing:sentence}",
    de: "Es fehlt: {missing:sentence}",
    remedy: "Complete the fiscal settings, or `bon_issuer` in the settings of the event."
  },
  tax_id_missing: {
    id: "Problem",
    en: "There is neither a tax number (fiscal settings) nor a VAT id (ust_id)",
    de: "Es gibt weder eine Steuernummer (Fiskal-Einstellungen) noch eine USt-IdNr. (ust_id)",
    remedy: "Give `tax_number` in the fiscal settings, or `ust_id` in the settings of the event."
  },
  business_too_long: {
    id: "Problem",
    en: "The {field:sentence} is longer than {length} characters",
    de: "Länger als {length} Zeichen: {field:sentence}",
    remedy: "Shorten it: the export would cut it, and a cut name or VAT id could be another's."
  },
  tax_type_missing: {
    id: "Problem",
    en: "The tax rate {rate} has no tax type: set its tax_type",
    de: "Der Steuersatz {rate} hat keine Steuerart: bitte tax_type setzen",
    remedy: "Send `tax_type` by `POST /tax-rates/{tax_rate_id}`; what was signed without one stays undetermined."
  },
  closing_unrecorded: {
    id: "Problem",
    en: "Till {till} has orders of closing {closing}, which was never recorded",
    de: "Kasse {till} hat Bestellungen des Abschlusses {closing}, der nie aufgezeichnet wurde",
    remedy: "Run `wristbank doctor`: every closing is recorded when it ends."
  },
  orders_unsigned: {
    id: "Problem",
    en: "{count} orders wait for their signature: {orders}",
    de: "{count} Bestellungen warten auf ihre Signatur: {orders}",
    remedy: "Wait until `wristbank tse list` shows no waiting orders."
  },
  order_inconsistent: {
    id: "InconsistentRecord",
    en: "Order {order}: {fault:sentence}",
    de: "Bestellung {order}: {fault:sentence}",
    remedy: "Run `wristbank doctor`, and have someone look at the records of the order: they contradict each other."
  },
  closing_inconsistent: {
    id: "InconsistentRecord",
    en: "Till {till}, closing {closing}: {fault:sentence}",
    de: "Kasse {till}, Abschluss {closing}: {fault:sentence}",
    remedy: "Run `wristbank doctor`, and have someone look at the records of the closing: they contradict each other."
  },
  package_not_written: {
    id: "PackageNotWritten",
    en: "{path} was not written: {reason}",
    de: "{path} wurde nicht geschrieben: {reason}",
    remedy: "Make room or choose another place, then export again."
  },
  package_unreadable: {
    id: "NoPackage",
    en: "{path}: {reason}",
    de: "{path}: {reason}",
    when: "The file can't be opened, or it is not a ZIP; the sentence of the system.",
    remedy: "Name the ZIP that `wristbank fiscal export` wrote."
  }
})
