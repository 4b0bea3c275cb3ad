export const english = {
  preferences: "Display",
  changePassword: "Change password",
  oldPassword: "Present password",
  newPassword: "New password",
  newPasswordHint: "At least 10 characters; a few words are best.",
  repeatPassword: "New password again",
  notRepeated: "The two new passwords differ.",
  passwordChanged: "The password is changed. Other sessions have ended.",
  mustChange: "Someone else set your password. Choose one that only you know.",
  secondFactor: "Second factor",
  secondFactorHint:
    "Signing in then also takes a code of an app on your phone, so a stolen password alone is worth nothing.",
  requiredBy: (place: string) =>
    `${place} requires a second factor. Until you have one, nothing else can be done here.`,
  setUpSecondFactor: "Set up",
  scanWithApp: "Scan this with an authenticator app, then type the code that it shows.",
  qrForApp: "QR code for the authenticator app",
  orType: "Or type this into the app:",
  code: "Code",
  confirmCode: "Confirm the code",
  keepCodes:
    "Keep these codes where you find them without your phone. Each signs you in once. They are not shown again.",
  printCodes: "Print",
  codesKept: "I have kept them",
  enrolledSince: "Set up since",
  codesLeft: (count: number) => count === 1 ? "1 recovery code is left." : `${count} recovery codes are left.`,
  newCodes: "New recovery codes",
  removeSecondFactor: "Remove the second factor",
  endOthers: "End all other sessions",
  sessions: "Where you are signed in",
  thisSession: "this browser",
  signedInAt: "Signed in",
  lastSeen: "Last used",
  address: "From",
  end: "End",
  endSession: (address: string) => `End the session from ${address}`,
  endSessionHint: "The person who uses it has to sign in again.",
  unknownAddress: "an unknown address",
  signOut: "Sign out"
}

export type AccountTexts = typeof english
