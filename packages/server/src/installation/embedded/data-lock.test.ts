import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { DataFolderInUseError, lockDataFolder } from "./data-lock.ts";

/** A process that holds the lock of a folder until it is killed. */
async function lockInAnotherProcess(dataDir: string): Promise<Bun.Subprocess> {
  const module = JSON.stringify(new URL("./data-lock.ts", import.meta.url).href);
  const script = `
    const { lockDataFolder } = await import(${module});
    globalThis.lock = lockDataFolder(process.argv[1]);
    process.stdout.write("locked");
    setInterval(() => undefined, 1000);`;
  const child = Bun.spawn([process.execPath, "-e", script, dataDir], { stdout: "pipe", stderr: "inherit" });
  await child.stdout.getReader().read();
  return child;
}

test("refuses a second lock of a folder, naming the folder, until the first is released", () => {
  using folder = tempFolder();
  const lock = lockDataFolder(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder.path)).toThrow(folder.path);
  lock.release();
  lockDataFolder(folder.path).release();
});

test("keeps other processes out, and ends with its process even if that is killed", async () => {
  using folder = tempFolder();
  const other = await lockInAnotherProcess(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(DataFolderInUseError);
  other.kill("SIGKILL");
  await other.exited;
  lockDataFolder(folder.path).release();
});

test("stays held after the garbage collector ran", () => {
  using folder = tempFolder();
  const lock = lockDataFolder(folder.path);
  Bun.gc(true);
  expect(() => lockDataFolder(folder.path)).toThrow(DataFolderInUseError);
  lock.release();
});

test("does not lock other folders", () => {
  using one = tempFolder();
  using two = tempFolder();
  const locks = [lockDataFolder(one.path), lockDataFolder(two.path)];
  for (const lock of locks) lock.release();
});

test("reports a missing folder as such, and not as one in use", () => {
  using folder = tempFolder();
  expect(() => lockDataFolder(`${folder.path}/missing`)).toThrow("no such file or directory");
});
