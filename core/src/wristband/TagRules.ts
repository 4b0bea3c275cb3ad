import { defineRules } from "../base/Rule.ts"

/** Why wristbands, their keys and pre-sale vouchers are refused. */
export const tagRules = defineRules("tag", {
  secret_unknown: {
    en: "This event has no tag secret {id}",
    de: "Diese Veranstaltung hat keinen Armband-Schlüssel {id}",
    remedy: "Take the tag secret of the event."
  },
  secret_exists: {
    en: "This event has its tag secret already",
    de: "Diese Veranstaltung hat schon ihren Armband-Schlüssel",
    remedy: "Use the one that is there: an event has one."
  },
  vouchers_too_many: {
    en: "At most {limit} pre-sale vouchers can be issued at once",
    de: "Höchstens {limit} Vorverkaufsgutscheine können auf einmal ausgegeben werden",
    remedy: "Send several shorter lists."
  },
  voucher_twice: {
    en: "A pre-sale voucher is in the list twice",
    de: "Ein Vorverkaufsgutschein steht zweimal in der Liste",
    remedy: "Send each token once."
  },
  voucher_spoilt: {
    en: "{token} looks like a number or a date that a spreadsheet has put in place of a code",
    de:
      "{token} sieht aus wie eine Zahl oder ein Datum, das eine Tabellenkalkulation statt eines Codes hingeschrieben hat",
    remedy: "Take the codes as the ticket shop has them."
  },
  vouchers_just_issued: {
    en: "A pre-sale voucher of the list is issued by another list at this moment",
    de: "Ein Vorverkaufsgutschein der Liste wird gerade von einer anderen Liste ausgegeben",
    remedy: "Send the list again."
  },
  import_empty: {
    en: "The list of tags is empty",
    de: "Die Liste der Armbänder ist leer",
    remedy: "Send at least one tag."
  },
  import_repeats: {
    en: "These PINs are in the list twice: {pins:first_ten}",
    de: "Diese PINs stehen zweimal in der Liste: {pins:first_ten}",
    remedy: "Send each PIN once; case counts for nothing."
  },
  import_pins_spoilt: {
    en: "These PINs look like numbers or dates that a spreadsheet has put in place of them: {pins:first_ten}",
    de:
      "Diese PINs sehen aus wie Zahlen oder Daten, die eine Tabellenkalkulation an ihre Stelle geschrieben hat: {pins:first_ten}",
    remedy: "Take the list as the supplier sent it, and import it without opening it in a spreadsheet."
  },
  import_pins_untypable: {
    en: "These PINs have characters that no one can see or type: {pins:first_ten}",
    de: "Diese PINs haben Zeichen, die niemand sehen oder tippen kann: {pins:first_ten}",
    remedy: "Write the PINs as they are printed on the wristbands."
  },
  import_pins_taken: {
    en: "These PINs belong to other tags: {pins:first_ten}",
    de: "Diese PINs gehören zu anderen Armbändern: {pins:first_ten}",
    remedy: "Leave out the tags that are there already."
  },
  import_variants_unknown: {
    en: "This event has no such kinds of wristbands: {variants:first_ten}",
    de: "Diese Armbandarten gibt es in der Veranstaltung nicht: {variants:first_ten}",
    remedy: "Make the variants first, or correct their names or ids."
  },
  account_not_customers: {
    en: "Only customers' accounts have a tag to take away",
    de: "Nur Konten von Gästen haben ein Armband, das weggenommen werden kann",
    remedy: "Choose the account of a guest."
  },
  user_works_with_tag: {
    en: "{login} works with this tag and is signed in at {terminals:list}",
    de: "{login} arbeitet mit diesem Armband und ist angemeldet an {terminals:list}",
    remedy: "Sign the user out at the terminals."
  },
  user_needs_tag: {
    en: "{login} has no password and could not sign in without this tag",
    de: "{login} hat kein Passwort und könnte sich ohne dieses Armband nicht anmelden",
    remedy: "Set a password for the user, or give them another tag first."
  }
})
