import { type Command, InvalidArgumentError, Option } from "commander";

/** The options that choose one of a chain's definitions. */
export interface VersionOptions {
  readonly version?: number;
  readonly draft?: true;
}

export function takeVersion(command: Command): Command {
  return command
    .addOption(
      new Option("--version <number>", "This version (default: the published one)")
        .argParser(parseVersion)
        .conflicts("draft"),
    )
    .option("--draft", "The draft");
}

export function parseVersion(text: string): number {
  const version = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(version) && version > 0) return version;
  throw new InvalidArgumentError("It must be a version number, 1 or more.");
}
