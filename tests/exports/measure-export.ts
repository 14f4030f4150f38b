import { join } from "node:path";
import type { ExportFormat } from "@weir/protocol/closed-sets";
import { at } from "../../packages/server/src/queue/test-positions.ts";
import { TestReadingStore } from "../../packages/server/src/store/readings/sqlite/test-reading-store.ts";

interface MeasuredExport {
  readonly bytes: number;
  readonly lines: number;
  readonly grownBytes: number;
}

const batchRows = 100_000;

/** One reading a second. Every thousandth batch of a hundred has metadata and stays in rows. */
export function fillStore(dataDir: string, rows: number): void {
  const store = new TestReadingStore(dataDir);
  for (let first = 0; first < rows; first += batchRows) {
    store.begin();
    for (let nth = first; nth < Math.min(rows, first + batchRows); nth++) {
      const metadata = nth % 1000 < 100 ? `{"nth":${nth}}` : "";
      store.save(1, 1_700_000_000_000_000 + nth * 1e6, (nth % 977) / 10, 1.7e15 + nth * 1e6, -1, 0, metadata);
    }
    store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  }
  store.sync();
  store.close();
}

/** Runs in its own process, so that nothing else uses its memory. */
export async function measureExport(dataDir: string, format: ExportFormat): Promise<MeasuredExport> {
  const script = join(import.meta.dir, "exporting-process.ts");
  const child = Bun.spawn([process.execPath, script, dataDir, format], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error("The export failed.");
  return JSON.parse(text) as MeasuredExport;
}
