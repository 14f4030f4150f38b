import type { EffectiveConfig } from "./load-config.ts";
import type { Setting } from "./setting.ts";
import { type Config, configName, type SettingKey, settingKeys, settings } from "./settings.ts";

/** The table that `weir config` prints: each setting, its value and where the value came from. Secrets stay hidden. */
export function describeConfig({ config, origins }: EffectiveConfig): string {
  const rows = settingKeys.map((key) => [key, humanValue(key, config), origins[key].name]);
  return alignColumns([["setting", "value", "origin"], ...rows]);
}

type DescribedSettings = Record<SettingKey, { readonly value: unknown; readonly origin: string }>;

/** The same for programs: plain numbers instead of sizes, a list of texts for networks. Ready for JSON.stringify. */
export function describeConfigAsJson({ config, origins }: EffectiveConfig): DescribedSettings {
  const entries = settingKeys.map((key) => [
    key,
    { value: jsonValue(key, config), origin: origins[key].name },
  ]);
  return Object.fromEntries(entries) as DescribedSettings;
}

function humanValue(key: SettingKey, config: Config): string {
  const { kind, secret, masked }: Setting = settings[key];
  const value = config[configName(key)];
  if (value === null) return "(not set)";
  return secret || masked ? "(set)" : kind.format(value) || "(none)";
}

function jsonValue(key: SettingKey, config: Config): unknown {
  const { kind, secret, masked }: Setting = settings[key];
  const value = config[configName(key)];
  if (value === null) return null;
  return secret || masked ? "(set)" : kind.toJson(value);
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const lines = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
