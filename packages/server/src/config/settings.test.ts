import { expect, expectTypeOf, test } from "bun:test";
import type { ContractName } from "@weir/protocol/contracts";
import type { Network } from "../platform/address.ts";
import type { Setting } from "./setting.ts";
import {
  type Config,
  configName,
  environmentName,
  flagName,
  flagUsage,
  type SettingKey,
  settingKeys,
  settings,
} from "./settings.ts";

test("derives the Config type from the table", () => {
  expectTypeOf<Config["data"]>().toEqualTypeOf<string>();
  expectTypeOf<Config["tlsCert"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Config["trustedProxies"]>().toEqualTypeOf<readonly Network[]>();
  expectTypeOf<Config["rateLimitSourcesMax"]>().toEqualTypeOf<number>();
  expectTypeOf<Config["duplicateWindowS"]>().toEqualTypeOf<number>();
  expectTypeOf<Config["defaultContract"]>().toEqualTypeOf<ContractName>();
  expectTypeOf<Config["logLevel"]>().toEqualTypeOf<"debug" | "info" | "warn" | "error">();
  expectTypeOf<Config["demo"]>().toEqualTypeOf<boolean>();
  expectTypeOf<Config["tokenKey"]>().toEqualTypeOf<Uint8Array | null>();
});

test("has a valid default for every setting", () => {
  for (const key of settingKeys) {
    const { kind, default: text }: Setting = settings[key];
    if (text !== null) expect([key, kind.parse(kind.fromText(text), "/").ok]).toEqual([key, true]);
  }
});

test("derives the names of variables and flags from the key", () => {
  const names = (key: SettingKey): (string | null)[] => [
    configName(key),
    environmentName(key),
    flagName(key),
    flagUsage(key),
  ];
  expect(names("data")).toEqual(["data", "WEIR_DATA", "--data", "--data <dir>"]);
  expect(names("rate_limit_sources_max")).toEqual([
    "rateLimitSourcesMax",
    "WEIR_RATE_LIMIT_SOURCES_MAX",
    "--rate-limit-sources-max",
    "--rate-limit-sources-max <number>",
  ]);
  expect(names("demo")).toEqual(["demo", "WEIR_DEMO", "--no-demo", "--no-demo"]);
  expect(names("token_key")).toEqual(["tokenKey", "WEIR_TOKEN_KEY", null, null]);
});

test("uses plain snake_case for every key and one sentence for every help text", () => {
  for (const key of settingKeys) {
    expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(settings[key].help).toMatch(/^[A-Z][^\n|]*\.$/);
  }
});

test("has a flag that turns off each switch that is on by default, and no other", () => {
  const switches = settingKeys.filter((key) => settings[key].kind.placeholder === null);
  expect(switches.map((key) => [key, settings[key].default, flagName(key)])).toEqual([
    ["demo", "true", "--no-demo"],
    ["queue_require_sync", "false", null],
    ["nats_allow_untested", "false", null],
  ]);
});
