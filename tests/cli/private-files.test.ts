import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { createDevice, post, serve, weir } from "./weir-command.ts";

setDefaultTimeout(60_000);

const looseMask = 0;

/** Runs with a umask that gives everyone access to new files. Started processes inherit it. */
async function underLooseMask<T>(work: () => Promise<T>): Promise<T> {
  const before = process.umask(looseMask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}

function modesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, modeOf(join(folder, name))]));
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

test("makes every file of the data folder and of a backup readable by the owner only, whatever the umask", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "a", "b");
  const backup = join(folder.path, "backup");
  await underLooseMask(async () => {
    await using server = await serve(dataDir);
    const { uuid: device, token } = await createDevice(dataDir, "temp");
    await post({ url: server.url, device, token, sensor: "temp", data: { value: 1 } });
    expect((await weir(["readings", "--device", device, "--sensor", "temp", "--data", dataDir])).code).toBe(
      0,
    );
    expect(Object.keys(modesOf(dataDir))).toEqual(
      expect.arrayContaining(["control.db", "queue.db-wal", "weir.db-wal", "weir.lock"]),
    );
    expect(new Set(Object.values(modesOf(dataDir)))).toEqual(new Set(["600"]));
    expect((await weir(["backup", backup, "--data", dataDir])).code).toBe(0);
  });
  expect(modeOf(dataDir)).toBe("700");
  expect(modeOf(backup)).toBe("700");
  expect(new Set(Object.values(modesOf(backup)))).toEqual(new Set(["600"]));
});

test("closes files at the next start that are open to others, and says how to close the folder while it is open", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "it's open");
  const warned = async (): Promise<string | undefined> => {
    const server = await serve(dataDir);
    expect(new Set(Object.values(modesOf(dataDir)))).toEqual(new Set(["600"]));
    server.kill("SIGTERM");
    const { stderr } = await server.ended;
    return stderr.split("\n").find((line) => line.includes("can enter the data folder"));
  };
  expect(await warned()).toBeUndefined();
  // As an older version left them.
  for (const name of ["control.db", "queue.db", "weir.db", "weir.lock"])
    chmodSync(join(dataDir, name), 0o644);
  chmodSync(dataDir, 0o755);
  const line = (await warned())!;
  const command = (JSON.parse(line) as { message: string }).message.split("run: ")[1]!;
  const script = join(folder.path, "fix.sh");
  writeFileSync(script, command);
  expect(await Bun.spawn(["sh", script]).exited).toBe(0);
  expect(await warned()).toBeUndefined();
});
