// The administration API as data: its endpoints with the shapes and refusals of each.
export { AdministrationApi } from "../api/administration/AdministrationApi.ts"
