import { defineRules } from "../base/Rule.ts"

/** Why calls about the devices of terminals are refused. */
export const deviceRules = defineRules("device", {
  management_off: {
    en: "This event has no device management",
    de: "Diese Veranstaltung hat keine Geräteverwaltung",
    remedy: "Enter address, user name and password of the device management in the event's settings and switch it on."
  },
  device_elsewhere: {
    en: "The device {device} belongs to another event of this device management",
    de: "Das Gerät {device} gehört zu einer anderen Veranstaltung dieser Geräteverwaltung",
    remedy: "Unlink the device at the other event, or choose another one."
  },
  device_taken: {
    en: "The device {device} is linked with a terminal that you do not manage",
    de: "Das Gerät {device} ist mit einem Terminal verknüpft, das du nicht verwaltest",
    remedy: "Someone who manages the event can link it."
  },
  site_map_picture: {
    en: "The picture of the site must be a PNG, JPEG or SVG image",
    de: "Das Bild des Geländes muss ein PNG-, JPEG- oder SVG-Bild sein",
    remedy: "Export the plan as one of these."
  },
  site_map_too_large: {
    en: "The picture of the site may have {mebibytes} MiB",
    de: "Das Bild des Geländes darf {mebibytes} MiB haben",
    remedy: "Export the plan with fewer pixels; 2000 in each direction suffice."
  },
  site_map_missing: {
    en: "There is no picture of the site yet",
    de: "Es gibt noch kein Bild des Geländes",
    remedy: "Send the picture together with the coordinates of its corners."
  },
  site_map_corners: {
    en: "The corners at the top left, the top right and the bottom left are not those of a picture of a site",
    de: "Die Ecken oben links, oben rechts und unten links sind nicht die eines Geländebilds",
    remedy: "The corners must not be in a line, be mirrored, or be more than 100 km apart."
  }
})
