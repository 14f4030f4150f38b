import { Command, CommanderError } from "commander";
import { weirVersion } from "../platform/version.ts";
import type { CommandTree } from "./command-tree.ts";
import { commands } from "./commands.ts";
import { showExamples } from "./example.ts";
import { endWithReader } from "./readers.ts";
import { reportFailure } from "./report-failure.ts";

/** Runs one command and returns the exit code: 0 for success, 1 for failure, 2 for incorrect usage. */
export async function runCommandLine(typed: readonly string[]): Promise<number> {
  endWithReader();
  // `weir help device create` is `weir device create --help`.
  const args = typed[0] === "help" ? [...typed.slice(1), "--help"] : typed;
  const asJson = args.includes("--json");
  try {
    const path = args.filter((arg) => !arg.startsWith("-"));
    const program = createProgram(asJson);
    await addCommands(program, commands, path);
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(error, asJson);
  }
}

function createProgram(asJson: boolean): Command {
  return (
    new Command("weir")
      .description(
        "Weir receives sensor readings from devices over HTTP, makes them durable, runs each through its rule " +
          "chain and stores what the chain saves.",
      )
      // Weir's own options come before the command, so that a command can have its own --version.
      .enablePositionalOptions()
      .version(weirVersion, "--version", "Print the version")
      .helpOption("-h, --help", "Show this help")
      .helpCommand("help [command]", "Show help for a command")
      .addHelpText(
        "after",
        "\nStart with `weir serve`. On its first start, it prints a command to try it with.",
      )
      .configureHelp({ subcommandTerm: (command) => command.name() })
      .configureOutput({
        outputError: (text, write) =>
          write(asJson ? usageErrorAsJson(text) : `${text}Add --help to see how to use it.\n`),
      })
      .exitOverride()
  );
}

/** Names every command, and defines the one that the words on the path (`device create …`) lead to. */
async function addCommands(parent: Command, tree: CommandTree, path: readonly string[]): Promise<void> {
  for (const [name, entry] of Object.entries(tree)) {
    const command = parent.command(name).description(entry.summary).summary(entry.summary);
    if (name !== path[0]) continue;
    if ("example" in entry) {
      showExamples(command.helpCommand(false), entry.example);
      await addCommands(command, await entry.load(), path.slice(1));
    } else {
      (await entry.load())(command);
    }
  }
}

function usageErrorAsJson(text: string): string {
  const message = text.replace(/^error: /, "").trim();
  return `${JSON.stringify({ error: { code: "usage", message } })}\n`;
}
