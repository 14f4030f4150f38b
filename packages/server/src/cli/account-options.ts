import type { Command } from "commander";
import type { ApiOptions } from "./client/connect.ts";

/** The options of a command to which an account can be named. */
export interface AccountOptions extends ApiOptions {
  readonly account?: string;
}

/** For commands that work in one account. */
export function takeOneAccount(command: Command): Command {
  return command.option("--account <name>", "Name or UUID of the account (default: the oldest)");
}
