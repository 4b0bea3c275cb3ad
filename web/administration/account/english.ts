export const english = {
  preferences: "Display",
  changePassword: "Change password",
  oldPassword: "Present password",
  newPassword: "New password",
  newPasswordHint: "At least 10 characters; a few words are best.",
  repeatPassword: "New password again",
  notRepeated: "The two new passwords differ.",
  passwordChanged: "The password is changed. Other sessions have ended.",
  mustChange: "Somebody else set your password. Choose one that only you know.",
  sessions: "Where you are signed in",
  thisSession: "this browser",
  signedInAt: "Signed in",
  lastSeen: "Last used",
  address: "From",
  end: "End",
  endSession: (address: string) => `End the session from ${address}`,
  endSessionHint: "Whoever uses it has to sign in again.",
  unknownAddress: "an unknown address",
  signOut: "Sign out"
}

export type AccountTexts = typeof english
