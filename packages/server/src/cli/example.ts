import type { Command } from "commander";

/** What a command's help ends with: lines that can be pasted once the UUID is one's own. */
export function showExamples(command: Command, ...lines: string[]): Command {
  const heading = lines.length === 1 ? "Example:" : "Examples:";
  return command.addHelpText("after", `\n${heading}\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** Stands for a device in help texts. */
export const exampleUuid = "2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21";
