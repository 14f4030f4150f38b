import { describe, expect } from "bun:test";
import { cpSync } from "node:fs";
import { DeviceClient } from "../harness/device-client.ts";
import { startEmbeddedWeir } from "../harness/embedded-weir.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { bulk, resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { queued } from "./expected-answers.ts";

const accepted = queued({ accepted: 1 });
const duplicate = queued({ duplicates: 1 });
const now = single({ data: { value: 1 } });
const replayed = single({ data: { value: 1, timestamp: "2026-06-15T11:00:00Z" } });

describe("duplicates: the windows are settings", () => {
  const server = useServer({ duplicate_window_s: "10", replay_window_s: "100" });
  contractTable(server, [
    {
      ruling: "the suppression window",
      exchanges: [
        { request: now, answer: accepted },
        { afterMs: 9_999, request: now, answer: duplicate },
        { afterMs: 1, request: now, answer: accepted },
      ],
    },
    {
      ruling: "the replay window",
      exchanges: [
        { request: replayed, answer: accepted },
        { afterMs: 99_999, request: replayed, answer: duplicate },
        { afterMs: 1, request: replayed, answer: accepted },
      ],
    },
  ]);
});

describe("duplicates: bounded memory", () => {
  const server = useServer({ identities_max: "1000" });
  const others = (count: number) =>
    bulk({ data: Array.from({ length: count }, (_, value) => ({ value, timestamp: "2026-06-14" })) });
  contractTable(server, [
    {
      ruling: "the oldest is forgotten first, after 1000 newer ones, and then found in the store",
      exchanges: [
        { request: replayed, answer: accepted },
        { request: others(1000), answer: queued({ accepted: 1000 }) },
        { isAfterSettling: true, request: replayed, answer: duplicate },
      ],
    },
    {
      ruling: "the oldest is forgotten first: not after 999 newer ones",
      exchanges: [
        { request: replayed, answer: accepted },
        { request: others(999), answer: queued({ accepted: 999 }) },
        { request: replayed, answer: duplicate },
        { request: others(999), answer: queued({ duplicates: 999 }) },
      ],
    },
  ]);
});

describe("duplicates: the memory is derived from the durable queue", () => {
  const server = useServer();

  unlessCluster("it is about files")(
    "a server that starts on the files of one that died knows what it had accepted, and nothing else",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      await client.send(device, now);
      await client.send(device, replayed);
      await weir.settle();

      // A copy of files in use equals what a power cut would leave.
      using copy = tempFolder();
      cpSync(weir.dataDir!, copy.path, { recursive: true, filter: (path) => !path.endsWith(".sock") });
      await using restarted = await startEmbeddedWeir({ data: copy.path });
      const again = new DeviceClient(restarted);
      expect((await again.send(device, now)).json).toMatchObject({ accepted: 0, duplicates: 1 });
      expect((await again.send(device, replayed)).json).toMatchObject({ accepted: 0, duplicates: 1 });
      const other = single({ data: { value: 2 } });
      expect((await again.send(device, other)).json).toMatchObject({ accepted: 1, duplicates: 0 });
      restarted.clock.advanceMs(60_000);
      expect((await again.send(device, now)).json).toMatchObject({ accepted: 1, duplicates: 0 });
      expect((await again.send(device, replayed)).json).toMatchObject({ accepted: 0, duplicates: 1 });
    },
    timeoutMs,
  );
});
