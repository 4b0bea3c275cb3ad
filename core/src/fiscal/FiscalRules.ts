import { defineRules } from "../base/Rule.ts"

/** Why signing devices and the settings of signing are refused. */
export const fiscalRules = defineRules("fiscal", {
  devices_in_use: {
    en: "The event has signing devices; disable them before signing is switched off",
    de: "Die Veranstaltung hat TSEs; vor dem Abschalten der Signatur erst alle deaktivieren",
    remedy: "Disable all devices of the event, then switch signing off."
  },
  orders_unsigned: {
    en: "Orders wait for their signature; try again once they are signed or have failed",
    de: "Bestellungen warten auf ihre Signatur; bitte noch einmal versuchen, wenn sie signiert oder gescheitert sind",
    remedy: "Wait until `wristbank tse list` shows no waiting orders."
  },
  cash_movements_fixed: {
    en: "Orders were signed already, so the form of cash movements can't change any more",
    de: "Es wurden schon Bestellungen signiert, die Form der Bargeldbewegungen bleibt",
    remedy: "Keep the form; another one can be chosen for the next event."
  },
  device_never_reached: {
    en: "{device} was never reached, so nothing of it is on record",
    de: "{device} wurde noch nie erreicht, es ist nichts von ihr aufgezeichnet",
    remedy: "Check the address and the password of the device, and wait until it is active."
  },
  device_name_taken: {
    en: "There is already a signing device named {name} on this path",
    de: "Auf diesem Pfad gibt es schon eine TSE {name}",
    remedy: "Choose another name; names differ from those of the nodes above and below."
  },
  serial_taken: {
    en: "There is already a signing device with this serial number",
    de: "Es gibt schon eine TSE mit dieser Seriennummer",
    remedy: "Use the record that there is, or disable it where the device was used before."
  },
  device_password_missing: {
    en: "A signing device needs its password",
    de: "Für eine TSE ist ihr Passwort nötig",
    remedy: "Send the password of the device."
  },
  device_disabled: {
    en: "{device} is disabled already",
    de: "{device} ist schon deaktiviert",
    remedy: "Nothing is to be done: it has no tills any more."
  },
  switched_over_to_itself: {
    en: "The tills can't go to the device that they leave",
    de: "Die Kassen können nicht zu der TSE, die sie verlassen",
    remedy: "Name another device, or none to give each till any active one."
  },
  device_not_active: {
    en: "{device} is {status}, so it can't sign",
    de: "{device} kann nicht signieren, ihr Zustand ist {status}",
    remedy: "Name an active device, or none to give each till any active one."
  },
  device_lacks_room: {
    en:
      "{device} has room for {room} more tills and {leaving} has {tills}; name no device, and each till goes to one that has room",
    de:
      "{device} hat Platz für {room} weitere Kassen und {leaving} hat {tills}; ohne Angabe einer TSE bekommt jede Kasse eine, die Platz hat",
    remedy: "Name no device, or add another one first."
  },
  device_has_tills: {
    en: "{device} signs for {tills} tills; switch them over",
    de: "{device} signiert für {tills} Kassen; diese erst auf eine andere TSE umstellen",
    remedy: "Switch the tills over, which disables the device as well."
  },
  device_disabled_for_ever: {
    en: "{device} is disabled for ever; make it known anew",
    de: "{device} ist endgültig deaktiviert und muss neu angelegt werden",
    remedy: "Add the device again, as a new record."
  },
  tse_of_other_serial: {
    id: "TseRejected",
    en: "This is another device: its serial number is {serial}",
    de: "Das ist eine andere TSE: Ihre Seriennummer ist {serial}",
    remedy: "Connect the device of the record, or make a record for this one."
  },
  tse_of_other_key: {
    id: "TseRejected",
    en: "This is another device: its key is not the one that it signed with before",
    de: "Das ist eine andere TSE: Sie hat nicht den Schlüssel, mit dem sie bisher signiert hat",
    remedy: "Connect the device of the record, or make a record for this one."
  },
  tse_in_use: {
    id: "TseRejected",
    en: "Another record in use is of this device",
    de: "Diese TSE hat schon einen anderen Eintrag, der benutzt wird",
    remedy: "Disable one of the two records: a device signs for one."
  },
  tse_unverifiable: {
    id: "TseRejected",
    en: "No one could verify what the device signs: {algorithm}, {format}",
    de: "Was diese TSE signiert, könnte niemand prüfen: {algorithm}, {format}",
    remedy: "Use a device with an algorithm and a time format that the tax office knows."
  },
  tse_certificate_ended: {
    id: "TseRejected",
    en: "The device's certificate ended on {day}",
    de: "Das Zertifikat der TSE ist am {day} abgelaufen",
    remedy: "Switch the tills over to another device with `wristbank tse switch-over`."
  }
})
