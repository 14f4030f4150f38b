import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { node } from "@weir/rule-engine/testing/write-chain";
import { SeededRandom } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BrokenLaw, KillFindings } from "./broken-promises.ts";
import type { deliveryPoints } from "./kill-points.ts";
import { KillRun } from "./kill-run.ts";
import { Ledger } from "./ledger.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { storedRows } from "./stored-rows.ts";
import { WebhookReceiver } from "./webhook-receiver.ts";

interface Message {
  readonly state: string;
  readonly tries: number;
}

/**
 * Lets the processor die at these points while it sends a message for each reading, one after another. A message may be
 * sent again only if it was sent and not settled, under the same key, and it is settled once.
 */
export async function killWhileDelivering(
  points: readonly (typeof deliveryPoints)[number][],
  deaths: number,
  brokenVariant?: string,
): Promise<KillFindings> {
  using receiver = new WebhookReceiver(new SeededRandom(1), { failing: 0, hanging: 0 });
  await using run = new KillRun(
    { WEIR_OUTBOX_ALLOW: "127.0.0.1", WEIR_RATE_LIMIT: "1000000" },
    brokenVariant,
  );
  const { weir } = run;
  const ledger = new Ledger();
  const device = new SimulatedDevice(weir.url, await weir.createDevice(["a"]), ledger);
  await weir.publishDefaultChain(sendingChain(receiver.url));
  await run.start();
  let sent = 0;
  const sendOne = async () => {
    const readings = device.samples(1);
    await waitUntil("the reading is acknowledged", async () => {
      return (await device.deliver(readings, "single")).kind === "acknowledged";
    });
    sent++;
    const isSettled = () => {
      const messages = messagesOf(weir.dataDir);
      return messages.length === sent && messages.every(({ state }) => state === "delivered");
    };
    await waitUntil(`message ${sent} is settled`, isSettled);
  };
  let twice = 0;
  for (const point of points) {
    await run.dieAt(point, { deaths, meanwhile: sendOne });
    if (point === "process: message sent, not settled") twice += deaths;
  }
  const status = await weir.untilSettled(60_000);

  const rows = storedRows(weir.dataDir);
  const further: BrokenLaw[] = [];
  const isBroken = (text: string) => further.push({ law: "a message is settled once", text });
  const ofKeys = [...receiver.valuesByKey.values()];
  if (ofKeys.some((values) => values.size !== 1)) isBroken("a key stands for two messages");
  if (ofKeys.length !== sent) isBroken(`of ${sent} messages ${ofKeys.length} were received`);
  if (receiver.deliveries !== sent + twice) {
    isBroken(`${sent} messages were sent ${receiver.deliveries} times, with ${twice} deaths after sending`);
  }
  const unlike = messagesOf(weir.dataDir).filter(({ state, tries }) => state !== "delivered" || tries !== 1);
  if (unlike.length > 0) isBroken(`not settled exactly once: ${JSON.stringify(unlike[0])}`);
  return { evidence: { ledger, rows, problems: [], status }, further, messages: sent };
}

function sendingChain(url: string): ChainDefinition {
  return {
    nodes: [node("input", "input"), node("hook", "webhook", { url }), node("save", "save")],
    wires: [
      { from: "input", output: "out", to: "hook" },
      { from: "hook", output: "queued", to: "save" },
    ],
  };
}

function messagesOf(dataDir: string): Message[] {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  store.run("PRAGMA busy_timeout = 10000");
  return store.query("SELECT state, tries FROM outbox").all() as Message[];
}
