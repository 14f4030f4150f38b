import type { Command } from "commander";
import { describeConfig, describeConfigAsJson } from "../config/describe-config.ts";
import { effectiveConfig, takeAllSettings, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

/** Takes the same flags as `weir serve`, to show what the server would do with them. */
export function defineConfig(command: Command): void {
  command.description(
    "Show the settings in effect and where each comes from. Accepts the flags of `weir serve`, to show what they would change.",
  );
  takeJson(takeAllSettings(command));
  showExamples(command, "weir config", "WEIR_PORT=9000 weir config --json");
  command.action((options: { json?: true }) => {
    const effective = effectiveConfig(command);
    if (options.json) printJson(describeConfigAsJson(effective));
    else print(describeConfig(effective).trimEnd());
  });
}
