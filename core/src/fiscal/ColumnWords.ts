import { taxonomy24 } from "./Taxonomy24.ts"

const yesOrNo = ["0", "1"]

/** The values allowed in a column (DSFinV-K, annexes B to D and the descriptions of the files). */
export const columnWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    TAXONOMIE_VERSION: [taxonomy24.version],
    BON_TYP: [
      "Beleg",
      "AVRechnung",
      "AVTransfer",
      "AVBestellung",
      "AVTraining",
      "AVBelegstorno",
      "AVBelegabbruch",
      "AVSachbezug",
      "AVSonstige"
    ],
    BON_STORNO: yesOrNo,
    GV_TYP: [
      "Umsatz",
      "Pfand",
      "PfandRueckzahlung",
      "Rabatt",
      "Aufschlag",
      "ZuschussEcht",
      "ZuschussUnecht",
      "TrinkgeldAG",
      "TrinkgeldAN",
      "EinzweckgutscheinKauf",
      "EinzweckgutscheinEinloesung",
      "MehrzweckgutscheinKauf",
      "MehrzweckgutscheinEinloesung",
      "Forderungsentstehung",
      "Forderungsaufloesung",
      "Anzahlungseinstellung",
      "Anzahlungsaufloesung",
      "Anfangsbestand",
      "Privatentnahme",
      "Privateinlage",
      "Geldtransit",
      "Lohnzahlung",
      "Einzahlung",
      "Auszahlung",
      "DifferenzSollIst"
    ],
    ZAHLART_TYP: ["Bar", "Unbar", "Keine", "ECKarte", "Kreditkarte", "ElZahlungsdienstleister", "Guthabenkarte"],
    REF_TYP: ["Transaktion", "ExterneRechnung", "ExternerLieferschein", "ExterneSonstige"],
    TYP: ["base_amount", "discount", "extra_amount"],
    INHAUS: yesOrNo,
    P_STORNO: yesOrNo,
    KEINE_UST_ZUORDNUNG: yesOrNo,
    TSE_ZEITFORMAT: [
      "unixTime",
      "utcTime",
      "utcTimeWithSeconds",
      "generalizedTime",
      "generalizedTimeWithMilliseconds"
    ],
    TSE_PD_ENCODING: ["UTF-8", "ASCII"]
  }).map(([column, words]) => [column, new Set(words)])
)
