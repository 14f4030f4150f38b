import type { Command } from "commander";
import { isCluster } from "../config/is-cluster.ts";
import { type ConfigSources, type EffectiveConfig, loadConfig } from "../config/load-config.ts";
import type { Setting } from "../config/setting.ts";
import { configName, flagUsage, settingKeys, settings } from "../config/settings.ts";
import { counted } from "../platform/counted.ts";
import { CommandFailure, usageExit } from "./failure.ts";

/** Options that many commands share, and the configuration they result in. */
export function takeDataFolder(command: Command): Command {
  return command
    .option("--data <dir>", "Folder that holds Weir's data (default: ./data)")
    .option("--config <file>", "Configuration file (default: weir.toml, if it exists)");
}

export function takeJson(command: Command, help = "Print JSON, for programs"): Command {
  return command.option("--json", help);
}

/** Every setting that may be given on the command line. */
export function takeAllSettings(command: Command): Command {
  command.option("--config <file>", "Configuration file (default: weir.toml, if it exists)");
  for (const key of settingKeys) {
    const usage = flagUsage(key);
    if (usage !== null) command.option(usage, settingHelp(settings[key]));
  }
  return command.addHelpText(
    "after",
    "\nSettings can also be set in the environment (WEIR_PORT=80) or in weir.toml (port = 80).\n" +
      "`weir config` shows what is in effect and where it comes from.",
  );
}

function settingHelp({ help, kind, default: fallback }: Setting): string {
  const sentence = help.replace(/\.$/, "");
  if (kind.placeholder === null) return `${sentence}; this option turns it off`;
  return fallback ? `${sentence} (default: ${fallback})` : sentence;
}

/** The configuration of a command. */
export function effectiveConfig(command: Command): EffectiveConfig {
  return configWith(givenFlags(command));
}

/** The configuration of a command on the data folder, which a cluster does not have. `instead` says what to do there. */
export function folderConfig(command: Command, instead: string): EffectiveConfig {
  const effective = effectiveConfig(command);
  if (!isCluster(effective.config)) return effective;
  throw new CommandFailure(
    "cluster_has_no_folder",
    `The settings describe a cluster, which has no data folder. ${instead}`,
    usageExit,
  );
}

/** The configuration with these flags. All of its problems are reported at once. */
export function configWith(flags: ConfigSources["flags"]): EffectiveConfig {
  const loaded = loadConfig({ flags, env: process.env, cwd: process.cwd() });
  if (loaded.ok) return loaded.value;
  const problems = loaded.error;
  const heading = counted(problems.length, "problem");
  const list = problems.map((problem) => `\n  ${problem}`).join("");
  throw new CommandFailure("bad_configuration", `The configuration has ${heading}:${list}`, usageExit);
}

/** Only the flags that were typed, because the parser also sets switches that were left out. */
function givenFlags(command: Command): ConfigSources["flags"] {
  const given = [...settingKeys, "config" as const].flatMap((key) => {
    const name = key === "config" ? key : configName(key);
    const wasTyped = command.getOptionValueSource(name) === "cli";
    return wasTyped ? [[key, String(command.getOptionValue(name))] as const] : [];
  });
  return Object.fromEntries(given);
}
