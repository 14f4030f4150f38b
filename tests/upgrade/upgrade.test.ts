import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { listReadings, post, serve, weir } from "../cli/weir-command.ts";
import { serverCounts } from "../harness/server-on-folder.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { newest, type SchemaVersions, writeOldDataFolder } from "./old-data-folder.ts";

setDefaultTimeout(60_000);

/** Each older version of each file once. Files are upgraded one by one, whatever the versions of the others. */
const cases: readonly SchemaVersions[] = Array.from(
  { length: Math.max(...Object.values(newest)) - 1 },
  (_, index) => ({
    control: Math.min(index + 1, newest.control),
    store: Math.min(index + 1, newest.store),
    log: Math.min(index + 1, newest.log),
  }),
);

describe("a data folder of an older version", () => {
  test.each(cases)("starts at once: control $control, store $store, queue $log", async (versions) => {
    using folder = tempFolder();
    const dataDir = join(folder.path, "data");
    const device = writeOldDataFolder(dataDir, versions);
    await using server = await serve(dataDir);
    const answer = await post({ ...device, url: server.url, device: device.uuid, data: { value: 21.5 } });
    expect(answer.status).toBe(202);
    const readings = await listReadings(dataDir, device.uuid, device.sensor);
    expect(readings.map(({ value }) => value).sort()).toEqual([device.storedValue, device.queuedValue, 21.5]);
    // A reading is in the store a moment before the processor reports that it is settled.
    await waitUntil("every reading is settled", async () => (await serverCounts(dataDir))?.gap === 0);
    const counts = await serverCounts(dataDir);
    expect(counts).toMatchObject({ accepted: 2, duplicates: device.duplicates, saved: 2, gap: 0 });
    const secret = await weir(["secret", "show", "webhook", "--data", dataDir]);
    expect(secret.stdout).toContain("whsec_");
  });
});
