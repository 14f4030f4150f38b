import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { plainEnvironment, post, type ServingWeir, serve, weir } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

describe("weir device import", () => {
  const folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const file = join(folder.path, "devices.csv");
  const result = join(folder.path, "devices-tokens.csv");
  let server: ServingWeir;

  beforeAll(async () => {
    server = await serve(dataDir, "--no-demo");
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const run = (...args: string[]) => weir(["device", ...args, "--data", dataDir]);
  const names = async () =>
    JSON.parse((await run("list", "--json")).stdout)
      .map(({ name }: { name: string }) => name)
      .toSorted();
  const lines = () => readFileSync(result, "utf8").split("\r\n").slice(0, -1);

  test("checks a file without creating anything, and says what is wrong with which line", async () => {
    writeFileSync(file, "name,sensors\nPump 1,flow\n,flow\n");
    const { code, stdout, stderr } = await run("import", file, "--dry-run");
    expect(code).toBe(1);
    expect(stdout).toContain("1 device with 1 sensor");
    expect(stdout).toContain("line 3: A device's name must have 1 to 200 characters");
    expect(stderr).toContain("Nothing was created");
    expect((await run("import", file)).stderr).toContain("Line 3: ");
    expect(await names()).toEqual([]);
  });

  test("creates the devices, and writes their tokens once to a file that only its owner can read", async () => {
    writeFileSync(file, 'name,sensors,tags\nPump 1,flow:l/min,wet\n"=Pump, 2",flow,\n');
    const { code, stdout } = await run("import", file);
    expect([code, stdout]).toEqual([0, `2 devices were created. Their UUIDs and tokens are in ${result}.\n`]);
    expect(await names()).toEqual(["=Pump, 2", "Pump 1"]);
    expect(statSync(result).mode & 0o777).toBe(0o600);
    const [head, first, second] = lines();
    expect([head, second!.startsWith(`"'=Pump, 2",`)]).toEqual(["name,uuid,token", true]);
    const [, device, token] = first!.split(",") as [string, string, string];
    const answer = await post({ url: server.url, device, token, sensor: "flow", data: { value: 1 } });
    expect(answer.status).toBe(202);
  });

  test("refuses to import the same file twice, unless told so", async () => {
    const { code, stderr } = await run("import", file);
    expect([code, stderr.includes("already imported")]).toEqual([1, true]);
    expect((await run("import", file, "--again")).stderr).toContain("Choose another file with --result");
    const other = join(folder.path, "other.csv");
    expect((await run("import", file, "--again", "--result", other)).code).toBe(0);
    expect(await names()).toHaveLength(4);
  });

  test("continues an interrupted import, with each device and token once", async () => {
    const count = 2000;
    writeFileSync(file, ["name", ...Array.from({ length: count }, (_, n) => `Probe ${n}`)].join("\n"));
    const interrupted = join(folder.path, "interrupted.csv");
    const args = ["device", "import", file, "--result", interrupted, "--data", dataDir];
    // The result file may not become larger than 300 blocks of 512 bytes, so the second thousand ends within a line.
    const limited = Bun.spawn(["sh", "-c", 'ulimit -f 300; exec bin/weir "$@"', "sh", ...args], {
      cwd: join(import.meta.dir, "..", ".."),
      env: plainEnvironment(),
      stdout: "ignore",
      stderr: "ignore",
    });
    expect(await limited.exited).not.toBe(0);
    const cut = readFileSync(interrupted, "utf8");
    expect(cut.split("\r\n").length).toBeWithin(1001, count);
    expect(cut.endsWith("\r\n")).toBe(false);
    expect((await weir(args)).code).toBe(0);
    const records = readFileSync(interrupted, "utf8").split("\r\n").slice(1, -1);
    const fields = records.map((record) => record.split(",") as [string, string, string]);
    for (const column of [0, 1, 2] as const)
      expect(new Set(fields.map((record) => record[column])).size).toBe(count);
    expect(fields.every(({ length }) => length === 3)).toBe(true);
    const known = (await names()).filter((name: string) => name.startsWith("Probe"));
    expect(known).toEqual(fields.map(([name]) => name).toSorted());
  });

  test("imports the good lines if told so, and writes the others to a file that can be mended and imported", async () => {
    const mixed = join(folder.path, "mixed.csv");
    const rest = join(folder.path, "mixed-rest.csv");
    writeFileSync(mixed, "name,sensors\nMixed 1,flow\n,flow\n");
    const { code, stdout } = await run("import", mixed, "--skip-problems");
    expect([code, stdout]).toEqual([
      0,
      `1 device was created. Its UUID and token are in ${join(folder.path, "mixed-tokens.csv")}.\n` +
        `1 line was skipped. It is in ${rest}, with the reasons. Correct that file and import it.\n`,
    ]);
    const text = readFileSync(rest, "utf8");
    expect(text).toMatch(/^problem,name,sensors\r\n"A device's name must .*",,flow\r\n$/);
    writeFileSync(rest, text.replace(",,flow", ",Mixed 2,flow"));
    expect((await run("import", mixed, "--skip-problems", "--again")).stderr).toContain("with --rest");
    expect((await run("import", rest)).code).toBe(0);
    expect((await run("import", rest)).stderr).toContain("already imported");
    const made = (await names()).filter((name: string) => name.startsWith("Mixed"));
    expect(made).toEqual(["Mixed 1", "Mixed 2"]);
  });
});
