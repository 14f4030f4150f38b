import { expect, test } from "bun:test";
import { Command } from "commander";
import { flagUsage, settingKeys } from "../config/settings.ts";
import { configWith, effectiveConfig, takeAllSettings, takeJson } from "./command-options.ts";
import { readPlainServe } from "./plain-serve.ts";

test.each([
  [[]],
  [["--json"]],
  [["--sample", "--json"]],
  [["--no-demo", "--json", "--port", "80"]],
  [["--port=80", "--host=::1", "--port", "81"]],
  [["--data", "/tmp/a=b", "--trusted-proxies=10.0.0.0/8,10.1.1.1", "--trusted-proxies", ""]],
  [["--body-bytes-max", "3MiB", "--replay-window-s", "1.5", "--log-level=warn"]],
])("reads %j like the parser of all commands", (args) => {
  const command = takeJson(takeAllSettings(new Command())).option("--sample").exitOverride();
  command.parse(args, { from: "user" });
  const plain = readPlainServe(args)!;
  expect(configWith(plain.flags)).toEqual(effectiveConfig(command));
  expect(plain.asJson).toBe(command.opts().json ?? false);
  expect(plain.loadsSample).toBe(command.opts().sample ?? false);
});

test.each([
  [["--help"]],
  [["-h"]],
  [["--role", "ingest"]],
  [["--role=all"]],
  [["data"]],
  [["--"]],
  [["--prot", "80"]],
  [["--port"]],
  [["--port", "--json"]],
  [["--host", "-1"]],
  [["--json=yes"]],
  [["--sample=yes"]],
  [["--no-demo=false"]],
  [["--demo"]],
  [["--no-port"]],
  [["--token-key", "secret"]],
  [["--constructor", "x"]],
])("leaves %j to the parser of all commands", (args) => {
  expect(readPlainServe(args)).toBeNull();
});

test("reads every setting that has a flag", () => {
  const usages = settingKeys
    .map((key) => ({ key, usage: flagUsage(key) }))
    .filter(({ usage }) => usage !== null);
  const { flags } = readPlainServe(usages.flatMap(({ usage }) => usage!.split(" ")))!;
  expect(Object.keys(flags)).toEqual(usages.map(({ key }) => key));
});
