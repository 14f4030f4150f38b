import type { Command } from "commander";
import { readJsonFile } from "../read-json-file.ts";

/** Where a command that creates or changes something has the fields from. */
export interface FieldSource {
  /** Adds arguments and options. */
  readonly take: (command: Command) => Command;
  readonly read: (args: readonly (string | undefined)[], options: object) => Promise<object>;
}

/** A JSON file with the fields of the API. */
export function fieldsFromFile(
  about = "JSON file",
  read: (path: string) => Promise<unknown> = readJsonFile,
): FieldSource {
  return {
    take: (command) => command.argument("<file>", `${about}; - for standard input`),
    read: async ([file]) => (await read(file!)) as object,
  };
}
