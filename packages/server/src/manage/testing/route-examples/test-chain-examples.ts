import { unwrap } from "@weir/protocol/result";
import { sqliteOutbox } from "../../../store/outbox/outbox-sqlite.ts";
import { claimOf } from "../../../store/outbox/test-claims.ts";
import { SqliteMessageWriter } from "../../../store/outbox/writer-sqlite.ts";
import { saveDraft } from "../../chains/chain-drafts.ts";
import { publishChain } from "../../chains/chain-publishing.ts";
import { createChain } from "../../chains/chains.ts";
import { setSecret } from "../../chains/secrets/secrets.ts";
import { line, saving, savingAbove, testNode } from "../../chains/test-chains.ts";
import { startTrace } from "../../chains/traces/traces.ts";
import type { AuditScene } from "../test-audit-scene.ts";
import { of, type RouteExample } from "./test-route-example.ts";

const deadLetters: RouteExample = async (scene) => {
  await scene.use(line(testNode("save", "save", { sensor: "missing" })));
  await scene.records.process(scene.plant.sensorId, 1);
  return { body: { all: {} } };
};

const anotherChain = async ({ control, plant }: AuditScene) =>
  unwrap(await createChain(control, { accountId: plant.accountId, name: "Another" })).uuid;

/** Chains, their secrets and traces, and what they could not do. */
export const chainExamples: Readonly<Record<string, RouteExample>> = {
  assignChain: ({ plant }) => ({ body: { chain: plant.chain.uuid } }),
  unassignChain: ({ plant }) => ({ query: { device: plant.deviceUuid } }),
  createChain: () => ({ body: { name: "Cold" } }),
  renameChain: ({ plant }) => of({ chain: plant.chain.uuid }, { name: "Cold" }),
  deleteChain: async (scene) => of({ chain: await anotherChain(scene) }),
  saveDraft: ({ plant }) => of({ chain: plant.chain.uuid }, savingAbove(1)),
  discardDraft: async ({ control, plant: { chain } }) => {
    unwrap(await saveDraft(control, chain.uuid, { definition: savingAbove(1) }));
    return of({ chain: chain.uuid });
  },
  publishChain: async (scene) => of({ chain: await anotherChain(scene) }, {}),
  rollBackChain: async ({ control, plant: { chain } }) => {
    unwrap(await saveDraft(control, chain.uuid, { definition: savingAbove(1) }));
    unwrap(await publishChain(control, chain.uuid));
    return of({ chain: chain.uuid }, { version: 1 });
  },
  importChain: () => ({
    body: { chain: { format: "weir-chain", version: 1, name: "Imported", definition: saving } },
  }),
  replayDeadLetters: deadLetters,
  discardDeadLetters: deadLetters,
  replayAnyDeadLetters: deadLetters,
  discardAnyDeadLetters: deadLetters,
  retryMessages: async ({ records, plant: { accountId, sensorId, chain } }) => {
    const outbox = sqliteOutbox(records.scene.store.database);
    const messages = new SqliteMessageWriter(records.scene.store.database);
    const message = { kind: "mail", to: ["ada@example.org"], subject: "Hot", text: "Hot." } as const;
    const from = { accountId, sensorId, chainId: chain.id, nodeId: "tell", destination: "ada" };
    messages.add({ ...from, key: "key", message, nowMs: 1 });
    const { id } = (await records.outbox.list({ limit: 1 }))[0]!;
    await outbox.failed(await claimOf(outbox, id), "Nobody answers.", 5, null);
    return { body: { ids: [id] } };
  },
  setSecret: () => of({ secret: "broker" }, { value: "hush" }),
  removeSecret: async ({ control, plant }) => {
    unwrap(await setSecret(control, plant.accountId, { name: "broker", value: "hush" }));
    return of({ secret: "broker" });
  },
  startChainTrace: ({ plant }) => of({ chain: plant.chain.uuid }, { minutes: 1 }),
  stopChainTrace: async ({ control, records, plant: { chain } }) => {
    unwrap(await startTrace({ control, ask: records.ask }, { chain: chain.uuid }, 1));
    return of({ chain: chain.uuid });
  },
  startDeviceTrace: ({ plant }) => of({ device: plant.deviceUuid }, { minutes: 1 }),
  stopDeviceTrace: async ({ control, records, plant: { deviceUuid: device } }) => {
    unwrap(await startTrace({ control, ask: records.ask }, { device }, 1));
    return of({ device });
  },
};
