import type { Command } from "commander";
import { CommandFailure } from "./failure.ts";

export interface ConfirmOptions {
  readonly yes?: true;
  readonly json?: true;
}

export function takeYes(command: Command): Command {
  return command.option("-y, --yes", "Do not ask for confirmation (scripts are never asked)");
}

/** Asks a person at a terminal before something is permanently deleted. `kept` is printed if the answer is no. */
export async function askFirst(
  question: string,
  { yes, json }: ConfirmOptions,
  kept = "Nothing was deleted.",
): Promise<void> {
  if (!process.stdin.isTTY || yes || json || (await confirm(question))) return;
  throw new CommandFailure("cancelled", kept);
}

/**
 * Asks a person at a terminal to type a name before something large is deleted. A script has to say that it means it, because
 * it cannot be asked.
 */
export async function askForName(
  question: string,
  name: string,
  { yes, json }: ConfirmOptions,
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || json)
    throw new CommandFailure("not_confirmed", `${question} Nothing was deleted. Add --yes to delete it.`);
  process.stderr.write(`${question} Type the name of the account to delete it: `);
  for await (const line of console) {
    if (line.trim() === name) return;
    break;
  }
  throw new CommandFailure("cancelled", "This is not the name of the account. Nothing was deleted.");
}

/** Asks on the terminal, separately from the command's output. Only an explicit yes counts. */
async function confirm(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  for await (const line of console) return /^y(es)?$/i.test(line.trim());
  process.stderr.write("\n");
  return false;
}
