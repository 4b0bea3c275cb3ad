import { Result } from "effect"
import { FlagNotRead } from "../flags/FlagNotRead.ts"

const ofThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The address of a server as a person types it: with or without a scheme, which is https by default, and http on this machine.
 * Passwords are sent there, so http to another machine must be asked for.
 */
export const serverAddress = (
  typed: string,
  options: { readonly plainHttp: boolean }
): Result.Result<URL, FlagNotRead> => {
  const withScheme = /^[a-z][a-z+.-]*:\/\//i.test(typed)
  const scheme = ofThisMachine.test(typed.split(/[/:](?!.*\])/)[0] ?? "") ? "http" : "https"
  const url = URL.parse(withScheme ? typed : `${scheme}://${typed}`)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return refuse(`${typed} is no address of a server: give one such as https://wristbank.example`)
  }
  if (url.username !== "" || url.password !== "") return refuse("The address must be without a login or a password")
  if (url.protocol === "http:" && !ofThisMachine.test(url.hostname) && !options.plainHttp) {
    return refuse(
      `${url.host} would get the password without encryption: use https, or say --plain-http in a network that you trust`
    )
  }
  url.search = ""
  url.hash = ""
  url.pathname = url.pathname.replace(/\/+$/, "")
  return Result.succeed(url)
}

/** The address as it is shown and stored. */
export const written = (url: URL): string => url.href.replace(/\/$/, "")

const refuse = (message: string) => Result.fail(new FlagNotRead({ message }))
