import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { createDevice, weir, weirJson } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const examples = join(import.meta.dir, "..", "..", "docs", "guide", "chains");
const files = readdirSync(examples).filter((file) => file.endsWith(".json"));
const folder = tempFolder();

beforeAll(async () => {
  await createDevice(folder.path, "a");
});
afterAll(() => folder[Symbol.dispose]());

const isExample = "pager.example.org is an example address, so nothing can be delivered there.";

/** Hosts that readers of the guide have to replace. Everything else in an example works as it is. */
const toReplace: Readonly<Record<string, { readonly imported: string[]; readonly published: string[] }>> = {
  "freezer-alarm.json": {
    imported: [`warning: Node "notify", url: ${isExample}`, `warning: Node "all-clear", url: ${isExample}`],
    published: [`Tell the pager · URL: ${isExample}`, `Tell it is over · URL: ${isExample}`],
  },
};

test.each(files)(
  "imports, checks, publishes and exports %s unchanged, with warnings of example addresses only",
  async (file) => {
    const { imported, published: warnings } = toReplace[file] ?? { imported: [], published: [] };
    const path = join(examples, file);
    const at = ["--json", "--data", folder.path];
    const draft = await weir(["chain", "import", path, "--data", folder.path]);
    const [told, ...problems] = draft.stdout.trimEnd().split("\n");
    expect(problems).toEqual(imported);
    const name = /^Imported chain (.*) \(/.exec(told!)![1]!;
    const published = await weirJson<object>(["chain", "publish", name, ...at]);
    expect(published).toMatchObject({ version: 1, warnings: warnings.map((message) => ({ message })) });
    const { stdout } = await weir(["chain", "export", name, "--data", folder.path]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(path, "utf8")));
  },
);

interface Tested {
  readonly outcome: { readonly kind: string; readonly node?: string };
  readonly effects: readonly { readonly kind: string; readonly value?: number }[];
}

async function outcomes(file: string, ...args: string[]): Promise<string[]> {
  const command = ["chain", "test", "--file", join(examples, file), ...args, "--json", "--data", folder.path];
  const { readings } = await weirJson<{ readings: Tested[] }>(command);
  return readings.map(({ outcome, effects }) => {
    const told = effects.map(({ kind, value }) => (kind === "save" ? `save ${value}` : kind));
    return [...told, ...(outcome.kind === "saved" ? [] : [`${outcome.kind} ${outcome.node}`])].join(", ");
  });
}

describe("the examples", () => {
  test("raise the freezer's alarm with the third warm reading, once, and clear it with the first cold one", async () => {
    const values = ["-20", "-10", "-10", "-10", "-10", "-20"];
    expect(await outcomes("freezer-alarm.json", "--value", ...values)).toEqual([
      "save -20",
      "save -10",
      "save -10",
      "save -10, alarm_raised, message",
      "save -10",
      "save -20, alarm_cleared, message",
    ]);
  });

  test("convert degrees", async () => {
    expect(await outcomes("fahrenheit-to-celsius.json", "--value", "32", "212", "70.5")).toEqual([
      "save 0",
      "save 100",
      "save 21.39",
    ]);
  });

  test("save changes beyond a deadband, and something every hour", async () => {
    const values = ["--value", "20", "20.2", "20.6", "20.6", "20.6"];
    expect(await outcomes("deadband-and-hourly-heartbeat.json", ...values, "--every", "1800")).toEqual([
      "save 20",
      "ended rest",
      "save 20.6",
      "ended rest",
      "save 20.6",
    ]);
  });

  test("end outliers at the node that detects them", async () => {
    expect(await outcomes("drop-outliers.json", "--value", "20", "200", "21", "60")).toEqual([
      "save 20",
      "ended impossible",
      "save 21",
      "log, ended jumped",
    ]);
  });

  test("route sites separately", async () => {
    const of = (...metadata: string[]) => outcomes("split-by-site.json", "--value", "10", "10", ...metadata);
    expect(await of("--metadata", '{"site":"north"}')).toEqual(["save 9.6", "save 9.6"]);
    expect(await of("--metadata", '{"site":"south"}')).toEqual(["save 10", "save 10"]);
    expect(await of()).toEqual(["save 10", "ended enough"]);
  });
});
