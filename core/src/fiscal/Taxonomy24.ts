import { number, type Table, type Taxonomy, text } from "./Table.ts"

/** The first columns of every table, which identify the closing. */
const closingKey = [
  text("Z_KASSE_ID", 50, "ID der (Abschluss-) Kasse"),
  text("Z_ERSTELLUNG", 30, "Zeitpunkt des Kassenabschlusses"),
  number("Z_NR", 0, "Nr. des Kassenabschlusses")
]

/** The next columns of tables about a receipt or its lines. */
const receiptKey = text("BON_ID", 40, "Vorgangs-ID")
const lineKey = text("POS_ZEILE", 50, "Zeilennummer")

const table = (file: string, name: string, columns: Table["columns"]): Table => ({
  file: `${file}.csv`,
  name,
  columns: [...closingKey, ...columns]
})

const closingTables = [
  table("cashpointclosing", "Stamm_Abschluss", [
    text("Z_BUCHUNGSTAG", 25, "Vom Erstellungsdatum abweichender Verbuchungstag"),
    text("TAXONOMIE_VERSION", 10, "Version der DFKA-Taxonomie-Kasse"),
    text("Z_START_ID", 40, "Erste BON_ID im Abschluss"),
    text("Z_ENDE_ID", 40, "Letzte BON_ID im Abschluss"),
    text("NAME", 60, "Name des Unternehmens"),
    text("STRASSE", 60, "Straße"),
    text("PLZ", 10, "Postleitzahl"),
    text("ORT", 62, "Ort"),
    text("LAND", 3, "Land"),
    text("STNR", 20, "Steuernummer des Unternehmens"),
    text("USTID", 15, "USTID"),
    number("Z_SE_ZAHLUNGEN", 2, "Summe aller Zahlungen"),
    number("Z_SE_BARZAHLUNGEN", 2, "Summe aller Barzahlungen")
  ]),
  table("location", "Stamm_Orte", [
    text("LOC_NAME", 60, "Name des Standortes"),
    text("LOC_STRASSE", 60, "Straße"),
    text("LOC_PLZ", 10, "Postleitzahl"),
    text("LOC_ORT", 62, "Ort"),
    text("LOC_LAND", 3, "Land"),
    text("LOC_USTID", 15, "USTID")
  ]),
  table("cashregister", "Stamm_Kassen", [
    text("KASSE_BRAND", 50, "Marke der Kasse"),
    text("KASSE_MODELL", 50, "Modellbezeichnung"),
    text("KASSE_SERIENNR", 70, "Seriennummer der Kasse"),
    text("KASSE_SW_BRAND", 50, "Markenbezeichnung der Software"),
    text("KASSE_SW_VERSION", 50, "Version der Software"),
    text("KASSE_BASISWAEH_CODE", 3, "Basiswährung der Kasse"),
    text("KEINE_UST_ZUORDNUNG", 1, "UmsatzsteuerNichtErmittelbar (bei späterem Zahlungseingang)")
  ]),
  table("slaves", "Stamm_Terminals", [
    text("TERMINAL_ID", 50, "ID des Terminals"),
    text("TERMINAL_BRAND", 50, "Marke der Terminals"),
    text("TERMINAL_MODELL", 50, "Modellbezeichnung des Terminals"),
    text("TERMINAL_SERIENNR", 70, "Seriennummer des Terminals"),
    text("TERMINAL_SW_BRAND", 50, "Markenbezeichnung der Software"),
    text("TERMINAL_SW_VERSION", 50, "Version der Software")
  ]),
  table("pa", "Stamm_Agenturen", [
    number("AGENTUR_ID", 0, "ID der Agentur"),
    text("AGENTUR_NAME", 60, "Name des Auftraggebers"),
    text("AGENTUR_STRASSE", 60, "Straße"),
    text("AGENTUR_PLZ", 10, "Postleitzahl"),
    text("AGENTUR_ORT", 62, "Ort"),
    text("AGENTUR_LAND", 3, "Land"),
    text("AGENTUR_STNR", 20, "Steuernummer des Auftraggebers"),
    text("AGENTUR_USTID", 15, "USTID des Auftraggebers")
  ]),
  table("tse", "Stamm_TSE", [
    number("TSE_ID", 0, "ID der TSE - wird nur zur Referenzierung innerhalb eines Kassenabschlusses verwendet"),
    text(
      "TSE_SERIAL",
      68,
      "Seriennummer der TSE (Entspricht laut TR-03153 Abschnitt 7.5. dem Hashwert des im Zertifikat enthaltenen Schlüssels in Octet-String-Darstellung)"
    ),
    text("TSE_SIG_ALGO", 21, "Der von der TSE verwendete Signaturalgo-rithmus"),
    text(
      "TSE_ZEITFORMAT",
      31,
      "Das von der TSE verwendete Format für die Log-Time - 'unixTime', 'utcTime' = YYMMDDhhmmZ, 'utcTimeWithSeconds' = YYMMDDhhmmssZ, 'generalizedTime' = YYYYMMDDhhmmssZ, 'generalizedTimeWithMilliseconds' = YYYYMMDDhhmmss.fffZ"
    ),
    text("TSE_PD_ENCODING", 5, "Das Text-Encoding der ProcessData (UTF-8 oder ASCII)"),
    text("TSE_PUBLIC_KEY", 512, "Öffentlicher Schlüssel - extrahiert aus dem Zertifikat der TSE - in base64-Codierung"),
    text("TSE_ZERTIFIKAT_I", 1000, "Erste 1000 Zeichen des base64-codierten Zertifikats der TSE (in base64-Codierung)"),
    text("TSE_ZERTIFIKAT_II", 1000, "Ggf. Rest des base64-codierten Zertifikats der TSE (in base64-Codierung)")
  ]),
  table("vat", "Stamm_USt", [
    number("UST_SCHLUESSEL", 0, "ID des Umsatzsteuersatzes"),
    number("UST_SATZ", 2, "Prozentsatz"),
    text("UST_BESCHR", 55, "Beschreibung")
  ]),
  table("businesscases", "Z_GV_Typ", [
    text("GV_TYP", 30, "Geschäftsvorfall-Art"),
    text("GV_NAME", 40, "Name des Geschäftsvorfalls"),
    number("AGENTUR_ID", 0, "ID der Agentur"),
    number("UST_SCHLUESSEL", 0, "ID des USt-Satzes"),
    number("Z_UMS_BRUTTO", 5, "Bruttoumsatz"),
    number("Z_UMS_NETTO", 5, "Nettoumsatz"),
    number("Z_UST", 5, "Umsatzsteuer")
  ]),
  table("payment", "Z_Zahlart", [
    text("ZAHLART_TYP", 25, "Typ der Zahlart"),
    text("ZAHLART_NAME", 60, "Name der Zahlart"),
    number("Z_ZAHLART_BETRAG", 2, "Betrag")
  ]),
  table("cash_per_currency", "Z_Waehrungen", [
    text("ZAHLART_WAEH", 3, "Währung"),
    number("ZAHLART_BETRAG_WAEH", 2, "Betrag")
  ])
]

const receiptTables = [
  table("transactions", "Bonkopf", [
    receiptKey,
    number("BON_NR", 0, "Bonnummer"),
    text("BON_TYP", 30, "Bontyp"),
    text("BON_NAME", 60, "Zusatz-Beschreibung zum Bontyp"),
    text("TERMINAL_ID", 50, "ID des Erfassungsterminals"),
    text("BON_STORNO", 1, "Storno-Kennzeichen"),
    text("BON_START", 30, "Zeitpunkt des Vorgangsstarts"),
    text("BON_ENDE", 30, "Zeitpunkt der Vorgangsbeendigung"),
    text("BEDIENER_ID", 50, "Bediener-ID"),
    text("BEDIENER_NAME", 50, "Bediener-Name"),
    number("UMS_BRUTTO", 2, "Brutto-Gesamtumsatz"),
    text("KUNDE_NAME", 50, "Name des Leistungsempfängers"),
    text("KUNDE_ID", 50, "Kundennummer des Leistungsempfängers"),
    text("KUNDE_TYP", 50, "Art des Leistungsempfängers (z. B. Mitarbeiter)"),
    text("KUNDE_STRASSE", 60, "Straße und Hausnummer des Leistungsempfängers"),
    text("KUNDE_PLZ", 10, "PLZ des Leistungsempfängers"),
    text("KUNDE_ORT", 62, "Ort des Leistungsempfängers"),
    text("KUNDE_LAND", 3, "Land des Leistungsempfängers"),
    text("KUNDE_USTID", 15, "UStID des Leistungsempfängers"),
    text("BON_NOTIZ", 255, "Zusätzliche Informationen zum Bonkopf")
  ]),
  table("datapayment", "Bonkopf_Zahlarten", [
    receiptKey,
    text("ZAHLART_TYP", 25, "Typ der Zahlart"),
    text("ZAHLART_NAME", 60, "Name der Zahlart"),
    text("ZAHLWAEH_CODE", 3, "Währungscode"),
    number("ZAHLWAEH_BETRAG", 2, "Betrag in Fremdwährung"),
    number("BASISWAEH_BETRAG", 2, "Betrag in Basiswährung (i.d.R. EUR)")
  ]),
  table("lines", "Bonpos", [
    receiptKey,
    lineKey,
    text("GUTSCHEIN_NR", 50, "Gutschein-Nr."),
    text("ARTIKELTEXT", 255, "Artikeltext"),
    text("POS_TERMINAL_ID", 50, "ID des POS-Terminals"),
    text("GV_TYP", 30, "Geschäftsvorfall-Art"),
    text("GV_NAME", 40, "Name des Geschäftsvorfalls"),
    text("INHAUS", 1, "Verzehr an Ort und Stelle"),
    text("P_STORNO", 1, "Positionsstorno-Kennzeichnung"),
    number("AGENTUR_ID", 0, "ID der Agentur"),
    text("ART_NR", 50, "Artikelnummer"),
    text("GTIN", 50, "GTIN"),
    text("WARENGR_ID", 40, "Warengruppen-ID"),
    text("WARENGR", 50, "Bezeichnung Warengruppe"),
    number("MENGE", 3, "Menge"),
    number("FAKTOR", 3, "Faktor, z. B. Gebindegrößen"),
    text("EINHEIT", 50, "Maßeinheit, z. B. kg, Liter oder Stück"),
    number("STK_BR", 5, "Preis pro Einheit inkl. USt")
  ]),
  table("itemamounts", "Bonpos_Preisfindung", [
    receiptKey,
    lineKey,
    text("TYP", 20, "Basispreis, Rabatt oder Zuschlag"),
    number("UST_SCHLUESSEL", 0, "ID des USt-Satzes"),
    number("PF_BRUTTO", 5, "Bruttoumsatz"),
    number("PF_NETTO", 5, "Nettoumsatz"),
    number("PF_UST", 5, "Umsatzsteuer")
  ]),
  table("subitems", "Bonpos_Zusatzinfo", [
    receiptKey,
    lineKey,
    text("ZI_ART_NR", 50, "Artikelnummer"),
    text("ZI_GTIN", 50, "GTIN"),
    text("ZI_NAME", 60, "Artikelbezeichnung"),
    text("ZI_WARENGR_ID", 40, "Warengruppen-ID"),
    text("ZI_WARENGR", 50, "Bezeichnung Warengruppe"),
    number("ZI_MENGE", 3, "Menge"),
    number("ZI_FAKTOR", 3, "Faktor, z. B. Gebindegrößen"),
    text("ZI_EINHEIT", 50, "Maßeinheit, z. B. kg, Liter oder Stück"),
    number("ZI_UST_SCHLUESSEL", 0, "ID USt-Satz des Basispreises"),
    number("ZI_BASISPREIS_BRUTTO", 5, "Basispreis brutto"),
    number("ZI_BASISPREIS_NETTO", 5, "Basispreis netto"),
    number("ZI_BASISPREIS_UST", 5, "Basispreis USt")
  ]),
  table("transactions_tse", "TSE_Transaktionen", [
    receiptKey,
    number("TSE_ID", 0, "Die Id der für eine Transaktion verwendeten TSE"),
    number("TSE_TANR", 0, "Die Transaktionsnummer der TSE-Transaktion"),
    text("TSE_TA_START", 30, "Die Log-Time der StartTransaction-Operation"),
    text("TSE_TA_ENDE", 30, "Die Log-Time der FinishTransaction-Operation"),
    text("TSE_TA_VORGANGSART", 30, "Der processType der FinishTransaction-Operation"),
    number("TSE_TA_SIGZ", 0, "Der Signaturzähler der FinishTransaction-Operation"),
    text("TSE_TA_SIG", 512, "Die Signatur der FinishTransaction-Operation"),
    text("TSE_TA_FEHLER", 200, "Beschreibung des TSE-Ausfalls oder Fehlers"),
    text(
      "TSE_VORGANGSDATEN",
      1000,
      "An die zertifizierte technische Sicherheitseinrichtung übergebene Daten des Vorgangs (optional)"
    )
  ]),
  table("transactions_vat", "Bonkopf_USt", [
    receiptKey,
    number("UST_SCHLUESSEL", 0, "ID des USt-Satzes"),
    number("BON_BRUTTO", 5, "Bruttoumsatz"),
    number("BON_NETTO", 5, "Nettoumsatz"),
    number("BON_UST", 5, "Umsatzsteuer")
  ]),
  table("lines_vat", "Bonpos_USt", [
    receiptKey,
    lineKey,
    number("UST_SCHLUESSEL", 0, "ID des USt-Satzes"),
    number("POS_BRUTTO", 5, "Bruttoumsatz"),
    number("POS_NETTO", 5, "Nettoumsatz"),
    number("POS_UST", 5, "Umsatzsteuer")
  ]),
  table("allocation_groups", "Bonkopf_AbrKreis", [
    receiptKey,
    text("ABRECHNUNGSKREIS", 50, "z. B. Tischnummer")
  ]),
  table("references", "Bon_Referenzen", [
    receiptKey,
    text("POS_ZEILE", 50, "Zeilennummer des referenzierenden Vorgangs (nicht bei Verweis aus einem Bonkopf heraus)"),
    text("REF_TYP", 20, "Art der Referenz"),
    text("REF_NAME", 40, "Beschreibung bei Art “ExterneSonstige”"),
    text("REF_DATUM", 30, "Datum des Kassenabschlusses"),
    text("REF_Z_KASSE_ID", 50, "ID der (Abschluss-) Kasse"),
    number("REF_Z_NR", 0, "Nr. des Kassenabschlusses"),
    text("REF_BON_ID", 40, "Vorgangs-ID")
  ])
]

/** DSFinV-K 2.4 of 15 December 2023, binding for records from 1 January 2024: its tables in the order of its index.xml. */
export const taxonomy24: Taxonomy = { version: "2.4", tables: [...closingTables, ...receiptTables] }
