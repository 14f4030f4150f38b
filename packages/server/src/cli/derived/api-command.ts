import type { Command } from "commander";
import type { ApiClient } from "../client/api-client.ts";
import { type ApiOptions, type LocalNeeds, takeApiOptions, withApi } from "../client/connect.ts";
import type { DefineCommand } from "../command-tree.ts";
import { showExamples } from "../example.ts";
import { print, printJson } from "../output.ts";

interface ApiCommand<Args extends readonly unknown[], Options extends ApiOptions, Answer> {
  /** Longer than the summary, which is shown if this is absent. */
  readonly description?: string;
  /** Adds its arguments and its own options. Those of every command of the API follow them. */
  readonly take?: (command: Command) => unknown;
  readonly examples: readonly string[];
  readonly needs?: LocalNeeds;
  readonly call: (api: ApiClient, args: Args, options: Options) => Promise<Answer>;
  /** The answer for people. Without it, they get JSON as well. */
  readonly text?: (answer: Answer, args: Args, options: Options) => string;
  /** The part of the answer that `--json` prints; all of it if this is absent. */
  readonly json?: (answer: Answer, args: Args) => unknown;
  /** Runs after the answer is printed, and fails the command if a part of it could not be done. */
  readonly check?: (answer: Answer) => void;
}

/** A command that calls the management API and prints its answer: as text for people, as JSON for programs. */
export function apiCommand<Args extends readonly unknown[], Options extends ApiOptions, Answer>(
  definition: ApiCommand<Args, Options, Answer>,
): DefineCommand {
  const { description, take, examples, needs, call, text, json, check } = definition;
  return (command: Command) => {
    if (description !== undefined) command.description(description);
    take?.(command);
    takeApiOptions(command, text === undefined ? "Has no effect: the output is always JSON" : undefined);
    showExamples(command, ...examples);
    command.action(async (...given: unknown[]) => {
      // Commander passes the arguments, the options and the command.
      const args = given.slice(0, -2) as unknown as Args;
      const options = command.opts<Options>();
      const answer = await withApi(command, (api) => call(api, args, options), needs);
      if (text === undefined || options.json) printJson(json === undefined ? answer : json(answer, args));
      else printText(text(answer, args, options));
      check?.(answer);
    });
  };
}

/** If none of the named records exists, only the failure is printed. */
function printText(text: string): void {
  if (text !== "") print(text);
}
