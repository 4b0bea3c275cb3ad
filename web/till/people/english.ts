/** People who work at the tills. */
export const english = {
  newPerson: "New person",
  personCreated: (login: string) => `${login} can sign in now, once someone has given them a role.`,
  holdStaffTag: "Hold a staff tag to the reader",
  login: "Login",
  displayName: "Name",
  description: "Description",
  cashInRegister: "Cash in it",
  roles: "Roles",
  rolesHere: "At this till's place",
  rolesNone: "No roles yet.",
  roleFixed: (name: string) => `${name}, which only the back office changes`,
  roleElsewhere: (name: string, place: string) => `${name} at ${place}, which is changed there`,
  saveRoles: "Save roles",
  rolesSame: "Tick or untick a role to change it.",
  rolesSaved: "Saved. It holds from the next sign-in.",
  loginMissing: "Type a login.",
  firstRolesElsewhere: "Your role creates people without roles. Someone who manages users gives them theirs.",
  staffPin: "PIN of the tag",
  holdNewStaffTag: "Hold the new person's tag to the reader",
  staffPinHint: "It is printed on the tag. Needed if the tag was never used.",
  createPerson: "Create person"
}
