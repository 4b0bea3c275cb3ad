/** The path at which the server serves this application, such as `/portal`; empty on a port or host name of its own. */
export const basePath = (): string => {
  const written = document.querySelector<HTMLMetaElement>("meta[name=wristbank-base]")?.content ?? ""
  // The development server leaves the mark as it is and serves the page in the folder of the application.
  return written === "__BASE__" ? `/${location.pathname.split("/")[1] ?? ""}` : written
}
