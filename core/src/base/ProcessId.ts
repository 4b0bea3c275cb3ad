/** Whether a process with this id is alive, whichever account runs it. */
export const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
