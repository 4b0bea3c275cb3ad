export const english = {
  /** The colours of categories and buttons. */
  tileColours: {
    red: "Red",
    orange: "Orange",
    yellow: "Yellow",
    green: "Green",
    teal: "Teal",
    blue: "Blue",
    purple: "Purple",
    pink: "Pink",
    brown: "Brown",
    grey: "Grey"
  }
}
