import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { mountSmallDisk } from "../../../../../tests/harness/small-disk.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { smallDiskBytes, smallDiskProblem } from "../../../../../tests/harness/test-on-small-disk.ts";
import { UnknownPartitionError } from "../position.ts";
import { queueContract } from "../queue.contract.ts";
import { defaults, everything, frame, numbersIn } from "../queue-under-test.ts";
import { logFile } from "./log-schema.ts";
import { SqliteLogQueue } from "./sqlite-log-queue.ts";
import { SqliteLogReader } from "./sqlite-log-reader.ts";

queueContract("SqliteLogQueue", {
  open: (dataDir, options) => SqliteLogQueue.open({ ...options, dataDir }),
  openReader: async (dataDir) => new SqliteLogReader(dataDir),
  makeNewer(dataDir) {
    using db = new Database(join(dataDir, logFile));
    db.run("PRAGMA user_version = 1000");
  },
  fullPlace:
    smallDiskProblem === null
      ? { ok: true, make: () => mountSmallDisk(smallDiskBytes) }
      : { ok: false, reason: smallDiskProblem },
});

test("keeps every acknowledged append, in order and without a gap, when the writer is killed at any moment", async () => {
  using folder = tempFolder();
  const acknowledged = await appendUntilKilled(folder.path, 300);
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  const reader = new SqliteLogReader(folder.path);
  const numbers = numbersIn(await reader.read(0, null, everything));
  expect(numbers.length).toBeGreaterThanOrEqual(acknowledged);
  expect(numbers).toEqual(Array.from(numbers, (_, index) => index + 1));
  expect(queue.totals().acceptedReadings).toBe(numbers.length);
  reader.close();
  await queue.close();
});

test("has one partition, and refuses to read another", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  await queue.append(frame(1), 1);
  const reader = new SqliteLogReader(folder.path);
  const elsewhere = { ...queue.lastPosition, partition: 1 };
  for (const read of [() => reader.read(1, null, everything), () => reader.read(0, elsewhere, everything)])
    expect(await read().catch((error) => error)).toBeInstanceOf(UnknownPartitionError);
  expect(await reader.hasForgotten(1).catch((error) => error)).toBeInstanceOf(UnknownPartitionError);
  reader.close();
  await queue.close();
});

test("receives messages while one append follows the other", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  let isProbed = false;
  const appending = queue.append(frame(1), 1);
  // By now the append is on its way, so the thread gets this while it writes.
  await new Promise(setImmediate);
  const probing = queue.probe().then(() => {
    isProbed = true;
  });
  await appending;
  for (let number = 2; number <= 5000 && !isProbed; number++) await queue.append(frame(number), 1);
  expect(isProbed).toBeTrue();
  await probing;
  await queue.close();
});

test("keeps counters that were sent with the last append before it is closed", async () => {
  using folder = tempFolder();
  for (let opening = 1; opening <= 20; opening++) {
    const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
    expect(queue.totals().counters).toEqual(opening === 1 ? {} : { duplicates: opening - 1 });
    await queue.append(frame(opening), 1);
    queue.count("duplicates", 1);
    await queue.close();
  }
});

test("accepts nothing more once it is closed, and is not closed twice", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  const appending = queue.append(frame(1), 1);
  await queue.close();
  await appending;
  expect(() => queue.append(frame(2), 1)).toThrow(
    'The queue must not be "closed" without this: a log that is open.',
  );
  await expect(queue.close()).rejects.toThrow('The queue must not go from "closed" to "closing".');
});

test("shows a reader in another process what has resolved", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  for (let number = 1; number <= 3; number++) await queue.append(frame(number), 1);
  const script = `
    const { SqliteLogReader } = await import(${JSON.stringify(join(import.meta.dir, "sqlite-log-reader.ts"))});
    const reader = new SqliteLogReader(process.argv[1]);
    console.log(JSON.stringify((await reader.read(0, null, 1e9)).map((entry) => entry.position.sequence)));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script, folder.path], { stderr: "inherit" });
  expect(JSON.parse(stdout.toString())).toEqual([64, 128, 192]);
  await queue.close();
});

test("treats a write error other than lack of space as fatal: no append resolves or rejects after it", async () => {
  using folder = tempFolder();
  const script = `${openQueue}
for (;;) {
  const appends = [queue.append(frame(1, 100_000), 1), queue.append(frame(2, 100_000), 1)];
  for (const append of appends) append.then(() => say("resolved "), () => say("rejected "));
  await appends[0];
}`;
  // A limit on the file size is a disk error that needs no special rights; its signal would end the process.
  const limited = `trap '' XFSZ; ulimit -f 2000; exec "$0" "$@"`;
  const command = ["sh", "-c", limited, process.execPath, "-e", script, folder.path];
  const { stdout } = Bun.spawnSync(command, { stderr: "inherit" });
  expect(stdout.toString()).toMatch(/^(resolved )+fatal SQLITE_IOERR/);
});

test("cleans up the log although a reader stopped early", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  const reader = new SqliteLogReader(folder.path);
  for (let number = 1; number <= 20; number++) await queue.append(frame(number), 1);
  expect(await reader.read(0, null, 1)).toHaveLength(1);
  await queue.append(frame(21), 1);
  using other = new Database(join(folder.path, logFile));
  expect(other.query("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0, log: 0 });
  expect(numbersIn(await reader.read(0, null, everything))).toHaveLength(21);
  reader.close();
  await queue.close();
});

test("leaves one file without a write-ahead log when it is closed", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  await queue.append(frame(1, 100_000), 1);
  await queue.close();
  expect(readdirSync(folder.path)).toEqual([logFile]);
});

test("writes groups larger and smaller than the memory of earlier ones byte for byte", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  const frames = [64, 100_000, 128, 9_000_000, 64, 72, 300_000, 64].map((bytes, nth) => frame(nth, bytes));
  // Alternately alone and together with the frame before, so that both memories grow and are replaced.
  for (const [nth, each] of frames.entries()) {
    const durable = queue.append(each, 1);
    if (nth % 2 === 1) await durable;
  }
  const reader = new SqliteLogReader(folder.path);
  const entries = await reader.read(0, null, everything);
  expect(Buffer.concat(entries.map(({ data }) => data)).equals(Buffer.concat(frames))).toBeTrue();
  reader.close();
  await queue.close();
});

test("keeps a counter that changes while the last group is being written", async () => {
  using folder = tempFolder();
  const queue = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  queue.count("duplicates", 1);
  await queue.append(frame(1), 1);
  const durable = queue.append(frame(2), 1);
  await new Promise((resolve) => setImmediate(resolve));
  queue.count("duplicates", 2);
  await Promise.all([durable, queue.close()]);
  const reopened = await SqliteLogQueue.open({ ...defaults, dataDir: folder.path });
  expect(reopened.totals().counters).toEqual({ duplicates: 3 });
  await reopened.close();
});

/** The beginning of a script that opens a queue in the folder given as its first argument. */
const openQueue = `
const { SqliteLogQueue } = await import(${JSON.stringify(join(import.meta.dir, "sqlite-log-queue.ts"))});
const { defaults, frame } = await import(${JSON.stringify(join(import.meta.dir, "../queue-under-test.ts"))});
const say = (text) => process.stdout.write(text);
const queue = await SqliteLogQueue.open({
  ...defaults,
  dataDir: process.argv[1],
  onLost: () => say("lost "),
  onFatal: (reason) => {
    say("fatal " + reason);
    setImmediate(() => process.exit(0));
  },
});
`;

/** Appends numbered frames in a separate process, kills it after `enough` acknowledgements, and counts them. */
async function appendUntilKilled(dataDir: string, enough: number): Promise<number> {
  const script = `${openQueue}
for (let number = 1; ; number++) {
  const durable = queue.append(frame(number), 1).then(() => say("."));
  if (number % 5 === 0) await durable;
}`;
  const child = Bun.spawn([process.execPath, "-e", script, dataDir], { stderr: "inherit" });
  let acknowledged = 0;
  for await (const chunk of child.stdout) {
    acknowledged += chunk.length;
    if (acknowledged >= enough && !child.killed) child.kill("SIGKILL");
  }
  await child.exited;
  return acknowledged;
}
