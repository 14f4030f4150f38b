interface AsideProgram extends AsyncDisposable {
  readonly pid: number;
  /** Lets it end, and returns what it says. */
  stop(): Promise<string>;
}

/**
 * Runs a script in a process of its own, at the lowest priority: what stands for another machine must take nothing away from
 * the server.
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
