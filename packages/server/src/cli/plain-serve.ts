import type { ConfigSources } from "../config/load-config.ts";
import { flagName, flagUsage, type SettingKey, settingKeys } from "../config/settings.ts";

export interface PlainServe {
  readonly flags: ConfigSources["flags"];
  readonly asJson: boolean;
  readonly loadsSample: boolean;
}

/**
 * Reads the options of a `weir serve` that runs all roles. The supervisor lives as long as the server, and the parser
 * of all other commands would take megabytes of its memory. Null for everything that this reader is not sure of (help,
 * a role, a mistake): the parser then reads the same words again and explains them.
 */
export function readPlainServe(args: readonly string[]): PlainServe | null {
  const flags: { [Key in SettingKey | "config"]?: string } = {};
  let asJson = false;
  let loadsSample = false;
  for (let index = 0; index < args.length; index++) {
    const { name, value: attached } = splitOption(args[index]!);
    if (name === "--json" && attached === null) {
      asJson = true;
      continue;
    }
    if (name === "--sample" && attached === null) {
      loadsSample = true;
      continue;
    }
    const option = options.get(name);
    if (option === undefined) return null;
    if (!option.takesValue) {
      if (attached !== null) return null;
      flags[option.key] = "false";
      continue;
    }
    const value = attached ?? args[++index];
    // An option in place of a value is usually a mistake.
    if (value === undefined || (attached === null && value.startsWith("-"))) return null;
    flags[option.key] = value;
  }
  return { flags, asJson, loadsSample };
}

interface PlainOption {
  readonly key: SettingKey | "config";
  readonly takesValue: boolean;
}

const options: ReadonlyMap<string, PlainOption> = new Map([
  ["--config", { key: "config", takesValue: true }],
  ...settingKeys.flatMap((key): [string, PlainOption][] => {
    const name = flagName(key);
    return name === null ? [] : [[name, { key, takesValue: flagUsage(key) !== name }]];
  }),
]);

/** `--port=80` is `--port 80`. */
function splitOption(word: string): { readonly name: string; readonly value: string | null } {
  const equalsAt = word.indexOf("=");
  if (equalsAt < 0) return { name: word, value: null };
  return { name: word.slice(0, equalsAt), value: word.slice(equalsAt + 1) };
}
