import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatMicros } from "../../packages/server/src/platform/instant.ts";
import { listReadings, weir } from "../cli/weir-command.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";

setDefaultTimeout(120_000);
const readings = 60_000;

/** The offset of the import; 0 before it has begun. */
function receivedBytes(dataDir: string): number {
  using control = new Database(join(dataDir, "control.db"), { readonly: true });
  const row = control.query("SELECT max(received_bytes) AS bytes FROM imports").get() as {
    bytes: number | null;
  };
  return row.bytes ?? 0;
}

test.each(["store", "chain"] as const)(
  "continues an import (%s) after its server is killed, and saves every reading once",
  async (mode) => {
    await using installation = new WeirInstallation();
    const { dataDir } = installation;
    const device = await installation.createDevice(["a"]);
    const file = join(installation.notesDir, "readings.csv");
    const lines = Array.from({ length: readings }, (_, nth) => `${formatMicros(1.77e15 + nth)},${nth}`);
    writeFileSync(file, `at,value\n${lines.join("\n")}\n`);
    const args = [
      "import",
      file,
      "--mode",
      mode,
      "--device",
      device.uuid,
      "--sensor",
      "a",
      "--json",
      "--data",
      dataDir,
    ];

    const first = await installation.start();
    const interrupted = weir(args);
    await waitUntil("some of the file is imported", () => receivedBytes(dataDir) > 0);
    await first.killAll();
    const { code } = await interrupted;
    expect(code).toBe(1);

    await installation.start();
    const resumed = await weir(args);
    expect([resumed.stderr, resumed.code]).toEqual([expect.stringContaining("Continuing at"), 0]);
    const result = JSON.parse(resumed.stdout);
    expect(result.accepted + result.duplicates).toBe(readings);
    await installation.untilSettled();
    const saved = await listReadings(dataDir, device.uuid, "a");
    expect(saved.length).toBe(readings);
    expect(saved.every(({ value }, nth) => value === nth)).toBe(true);
  },
);
