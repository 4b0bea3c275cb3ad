export const english = {
  signInTitle: "Sign in",
  signInHint: "Hold your staff tag to the reader.",
  signInAs: "Sign in as",
  chooseRole: (name: string) => `Choose a role, ${name}`,
  chooseRoleNameless: "Choose a role",
  switchTitle: "Change the person",
  switchHint: (name: string) => `${name} is signed in. Hold the tag of the next person to the reader.`,
  signedInAs: (name: string, role: string) => `${name}, ${role}`
}
