import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../platform/log.ts";
import { type BusUnderTest, describeBus } from "../bus.contract.ts";
import type { Bus } from "../bus.ts";
import { LocalBus } from "./local-bus.ts";

const log = createLog("error", "test", () => undefined);

async function openInFolder(below = ""): Promise<BusUnderTest & { readonly dataDir: string }> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bus-"));
  const dataDir = join(folder, below);
  mkdirSync(dataDir, { recursive: true });
  const open = new Set<Bus>();
  return {
    dataDir,
    lateMembers: "fail it",
    async open(member, options = {}) {
      const bus = new LocalBus({ dataDir, member, log, ...options });
      open.add(bus);
      return bus;
    },
    async kill(bus) {
      open.delete(bus);
      await bus.close();
    },
    async [Symbol.asyncDispose]() {
      for (const bus of open) await bus.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeBus("a bus over sockets in the data folder", () => openInFolder());
describeBus("a bus whose data folder has a path too long for sockets", () =>
  openInFolder("deep/".repeat(30)),
);

test("lets only the owner of the folder open the sockets", async () => {
  await using under = await openInFolder();
  await under.open("manage");
  expect(statSync(join(under.dataDir, "bus-manage.sock")).mode & 0o777).toBe(0o600);
});
