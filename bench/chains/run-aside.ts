interface AsideProgram extends AsyncDisposable {
  readonly pid: number;
  /** Stops the script and returns what it printed. */
  stop(): Promise<string>;
}

/**
 * Runs a script in a process of its own, at the lowest priority. The script stands for another machine, so it
 * must not take CPU from the server.
 */
export function runAside(
  script: readonly string[],
  env: Readonly<Record<string, string>> = {},
): AsideProgram {
  const child = Bun.spawn(["nice", "-n", "19", process.execPath, ...script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    pid: child.pid,
    async stop() {
      child.kill("SIGTERM");
      return (await child.stdout.text()).trim();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
