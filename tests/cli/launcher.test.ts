import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtMainVariable } from "../../scripts/build-server.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir } from "./weir-command.ts";

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

/** Takes the place of the server: fills 64 MB, frees them, and prints how many fewer are resident then. */
const probe = join(folder.path, "probe.ts");
writeFileSync(
  probe,
  `const residentMb = () => process.memoryUsage.rss() / 1e6;
   const filled = Array.from({ length: 4000 }, () => new Uint8Array(16 * 1024).fill(1));
   const fullMb = residentMb();
   for (const { buffer } of filled) buffer.transfer(0);
   console.log(fullMb - residentMb());`,
);

async function freedMb(env: Record<string, string> = {}): Promise<number> {
  const { stdout } = await weir([], { [builtMainVariable]: probe, ...env });
  return Number(stdout);
}

test("gives freed memory back to the system at once, unless the environment says otherwise", async () => {
  expect(await freedMb()).toBeGreaterThan(50);
  expect(await freedMb({ MIMALLOC_PURGE_DELAY: "60000" })).toBeLessThan(10);
});
