/** What happens when nobody reads the output any more. By default, the runtime would end with a stack trace. */

/** `weir readings | head` closes the pipe when it has enough. That is not a failure. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

/** A server continues, because its devices matter more than its log. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", () => undefined);
  }
}
