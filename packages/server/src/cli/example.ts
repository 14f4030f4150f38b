import type { Command } from "commander";

/** The end of a command's help: lines that can be pasted after the UUID was replaced. */
export function showExamples(command: Command, ...lines: string[]): Command {
  const heading = lines.length === 1 ? "Example:" : "Examples:";
  return command.addHelpText("after", `\n${heading}\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** The device in help texts. */
export const exampleUuid = "2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21";
