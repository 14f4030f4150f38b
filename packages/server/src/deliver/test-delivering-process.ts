/** For tests: delivers the webhooks in a data folder until it is killed. */
import { join } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { openDatabase } from "../platform/sqlite/open-database.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import { sqliteOutbox } from "../store/outbox/outbox-sqlite.ts";
import { Deliverer } from "./deliverer.ts";
import { MailSender } from "./mail/mail-sender.ts";
import { MqttSender } from "./mqtt/mqtt-sender.ts";
import { hopeless } from "./sender.ts";
import { testConnector, testSecret } from "./test-delivery.ts";
import { WebhookSender } from "./webhook/webhook-sender.ts";

const db = openDatabase(join(process.argv[2]!, storeFile), { synchronous: "normal" });
const connector = testConnector();
const clock = systemClock;
const deliverer = new Deliverer({
  store: sqliteOutbox(db, process.argv[3]!),
  senders: {
    webhook: new WebhookSender({ connector, clock, version: "1", limitMs: 60_000 }),
    mail: new MailSender({ settings: { url: null, from: null }, clock }),
    mqtt: new MqttSender({ connector }),
    notification: { send: async () => hopeless("There are no channels here.") },
  },
  secretOf: async () => testSecret,
  tenantOf: async (accountId) => accountId,
  clock,
  log: createLog("error", "test"),
  triesMax: 12,
});
await deliverer.run();
