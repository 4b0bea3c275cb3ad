export const english = {
  signInTitle: "Sign in",
  signInHint: "Hold your staff tag to the reader.",
  numberOfNobody: (chip: string) =>
    `This is the chip ${chip}. The back office can give it to someone: People, Users, “Chip number”.`,
  chooseRoleNameless: "Choose a role",
  switchTitle: "Change the person",
  switchHint: (name: string) => `${name} is signed in. Hold the tag of the next person to the reader.`
}
