/** The exit status of a command. */
export const exitStatus = {
  done: { status: 0, meaning: "It is done. A server or worker that was asked to stop ends like this too." },
  refused: {
    status: 1,
    meaning: "It was refused, called wrongly, or found what it looks for, such as a difference or a problem."
  },
  /** EX_SOFTWARE of sysexits.h. */
  defect: { status: 70, meaning: "A fault of Wristbank, with its cause on standard error: please report it." },
  /** As shells say it of SIGINT. */
  signal: { status: 130, meaning: "It was ended by a signal, such as Ctrl-C, before it was done." }
} as const
