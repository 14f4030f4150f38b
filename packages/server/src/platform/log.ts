/**
 * Structured logs: one JSON object per line on standard error. Callers pass facts, never headers or bodies, so that no token
 * can end up here.
 */
export const logLevels = ["debug", "info", "warn", "error"] as const;
type LogLevel = (typeof logLevels)[number];

export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
}

export function createLog(
  level: LogLevel,
  process: string,
  write: (line: string) => void = writeStderr,
): Log {
  const threshold = logLevels.indexOf(level);
  const at = (own: LogLevel) => (message: string, facts?: LogFacts) => {
    if (logLevels.indexOf(own) < threshold) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: own, process, message, ...facts })}\n`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Returns the text of an error that is safe to log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function writeStderr(line: string): void {
  process.stderr.write(line);
}
