import { describeFailure } from "./failure.ts";
import { printable } from "./output.ts";

/** Says why a command failed, and returns the code to exit with. */
export function reportFailure(error: unknown, asJson: boolean): number {
  const { code, message, exitCode } = describeFailure(error);
  const text = asJson
    ? JSON.stringify({ error: { code, message } })
    : `error: ${message.split("\n").map(printable).join("\n")}`;
  process.stderr.write(`${text}\n`);
  return exitCode;
}
