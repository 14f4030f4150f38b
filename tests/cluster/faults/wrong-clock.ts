/** Preloaded. Changes a process's time of day, but not its monotonic clock. */
const library = "libfaketime.so.1";
const folders = "/usr/lib/*/faketime";

/** A command prefix that starts a process whose clock is off by this many seconds. */
export function underWrongClock(seconds: number): string[] {
  const path = findLibrary();
  if (path === null) throw new Error(`${library} is missing.`);
  const sign = seconds < 0 ? "-" : "+";
  return [
    "env",
    `LD_PRELOAD=${path}`,
    `FAKETIME=${sign}${Math.abs(seconds)}`,
    "FAKETIME_DONT_FAKE_MONOTONIC=1",
    "FAKETIME_DONT_RESET=1",
  ];
}

/** Why no clock can be changed here; null if it can. The runtime must ask the C library for the time. */
export function whyNoWrongClock(): string | null {
  if (findLibrary() === null) return "a wrong clock needs the Debian package libfaketime";
  const { stdout } = Bun.spawnSync([
    ...underWrongClock(3600),
    process.execPath,
    "-e",
    "console.log(Date.now())",
  ]);
  const aheadMs = Number(stdout.toString()) - Date.now();
  return Math.abs(aheadMs - 3_600_000) < 60_000
    ? null
    : "libfaketime does not change the clock of this runtime";
}

function findLibrary(): string | null {
  const [path] = new Bun.Glob(`${folders}/${library}`).scanSync({ cwd: "/", absolute: true });
  return path ?? null;
}
