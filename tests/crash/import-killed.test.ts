import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getDevice } from "../../packages/server/src/manage/core/find-device.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import {
  closeTestControls,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../../packages/server/src/manage/test-control.ts";
import { findImport } from "../../packages/server/src/manage/transfer/imports/commit-import.ts";
import { createImport } from "../../packages/server/src/manage/transfer/imports/imports.ts";
import { addImportTables } from "../../packages/server/src/manage/transfer/imports/test-import.ts";
import { gatherPages } from "../../packages/server/src/platform/gather-pages.ts";
import { formatMicros } from "../../packages/server/src/platform/instant.ts";
import { FrameReader } from "../../packages/server/src/queue/packed-readings.ts";
import { SqliteLogReader } from "../../packages/server/src/queue/sqlite-log/sqlite-log-reader.ts";
import { SqliteReadingQueries } from "../../packages/server/src/store/readings/sqlite/sqlite-reading-queries.ts";
import { runSeed, SeededRandom } from "../harness/seeded-random.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(120_000);
afterAll(closeTestControls);

const readings = 4000;
const firstUs = 1_770_000_000_000_000;
const script = join(import.meta.dir, "importing-process.ts");

async function begin(mode: "chain" | "store") {
  const { control, dataDir } = openTestControl();
  addImportTables(dataDir);
  const account = await makeAccount(control);
  const { uuid: device } = unwrap(await createDevice(control, newDevice(account.id)));
  const { sensors } = unwrap(await getDevice(control, device));
  const fixed = { device, sensor: "humidity" };
  const made = unwrap(await createImport(control, { accountId: account.id, format: "csv", mode, ...fixed }));
  const file = join(dataDir, "readings.csv");
  const lines = Array.from({ length: readings }, (_, nth) => `${formatMicros(firstUs + nth)},${nth}`);
  // Every hundredth line has a problem, which shows that problems are counted once, too.
  const text = lines.map((line, nth) => (nth % 100 === 99 ? `${line}\nbad,line` : line)).join("\n");
  writeFileSync(file, `at,value\n${text}`);
  const sensorId = sensors.find(({ slug }) => slug === "humidity")!.id;
  return { control, dataDir, uuid: made.uuid, file, sensorId };
}

type Scene = Awaited<ReturnType<typeof begin>>;

/** How many parts the process may be ahead of its killer. */
const partsAhead = 2;

/** Kills the process after this many recorded parts, from outside, or lets it kill itself after accepting one. */
async function run({ dataDir, uuid, file }: Scene, death: { parts?: number; takes?: number }) {
  const partsUntilHeld = death.parts === undefined ? 0 : death.parts + partsAhead;
  const args = [dataDir, uuid, file, String(death.takes ?? 0), String(partsUntilHeld)];
  const child = Bun.spawn([process.execPath, script, ...args], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  let parts = 0;
  for await (const chunk of child.stdout) {
    parts += chunk.length;
    if (death.parts !== undefined && parts >= death.parts) child.kill("SIGKILL");
  }
  await child.exited;
  return child.signalCode;
}

async function finished({ control, uuid }: Scene) {
  const found = unwrap(await findImport(control, uuid));
  const { state, lines, accepted, duplicates, problemCount } = found;
  return { state, lines, accepted, duplicates, problemCount };
}

async function killAndResume(scene: Scene): Promise<void> {
  const random = new SeededRandom(runSeed());
  expect(await run(scene, { takes: 1 })).toBe("SIGKILL");
  expect(await run(scene, { takes: random.between(2, 4) })).toBe("SIGKILL");
  expect(await run(scene, { parts: random.between(1, 3) })).toBe("SIGKILL");
  expect(await run(scene, { takes: 1 })).toBe("SIGKILL");
  expect(await run(scene, {})).toBeNull();
}

const expectedValues = Array.from({ length: readings }, (_, nth) => nth);
const lines = 1 + readings + readings / 100;
const problemCount = readings / 100;

test("saves every reading of an import into the store that is killed and resumed, and counts each line once", async () => {
  const scene = await begin("store");
  await killAndResume(scene);
  const result = await finished(scene);
  expect(result).toMatchObject({ state: "finished", lines, problemCount });
  expect(result.accepted + result.duplicates).toBe(readings);
  const queries = new SqliteReadingQueries(scene.dataDir);
  const saved = (await gatherPages(queries.readings({ sensorId: scene.sensorId }))).map(({ value }) => value);
  await queries.close();
  expect(saved).toEqual(expectedValues);
});

test("queues every reading once of an import through the chain that is killed and resumed", async () => {
  const scene = await begin("chain");
  await killAndResume(scene);
  const result = await finished(scene);
  expect(result).toMatchObject({ state: "finished", lines, problemCount });
  expect(result.accepted + result.duplicates).toBe(readings);
  expect(result.duplicates).toBeGreaterThan(0);
  const reader = new SqliteLogReader(scene.dataDir);
  const queued: number[] = [];
  for (const { data } of await reader.read(0, null, 1e9)) {
    const frames = new FrameReader(data);
    while (frames.nextFrame()) while (frames.nextReading()) queued.push(frames.value);
  }
  reader.close();
  expect(queued).toEqual(expectedValues);
});
