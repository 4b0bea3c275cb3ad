/** The exit status of a command. */
export const exitStatus = {
  done: { status: 0, meaning: "It is done. A server or worker that was asked to stop ends like this too." },
  refused: { status: 1, meaning: "It was refused or can't be done; nothing was changed unless the message says so." },
  usage: {
    status: 2,
    meaning: "It was called wrongly: an unknown command or flag, or a value that a flag does not take."
  },
  found: {
    status: 3,
    meaning:
      "It was done and found what it looks for: a difference, a violation, a signature that is not genuine, an open step."
  },
  away: { status: 4, meaning: "The database or the server does not answer, or is too busy; try again later." },
  /** EX_SOFTWARE of sysexits.h. */
  defect: { status: 70, meaning: "A fault of Wristbank, with its cause on standard error: please report it." },
  /** As shells say it of SIGINT. */
  signal: { status: 130, meaning: "It was ended by a signal, such as Ctrl-C, before it was done." }
} as const
