import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { NatsConnection } from "../../packages/server/src/platform/nats/open-nats.ts";
import { connectForTest } from "../../packages/server/src/queue/jetstream/test-queue.ts";
import { BrowserSession, ownerPassword } from "../api/browser-session.ts";
import { startClusterWeir } from "../harness/cluster-weir.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { startGivenEngines } from "../harness/given-engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import type { TestWeir } from "../harness/test-weir.ts";
import { waitUntil } from "../harness/wait-until.ts";

setDefaultTimeout(180_000);

describeUnless(await whyNoEngines(), "messages between the processes of a cluster", () => {
  const parts = new AsyncDisposableStack();
  let weir: TestWeir;
  let owner: BrowserSession;
  let listener: NatsConnection;
  /** Everything that NATS carries, one text per message. */
  const carried: string[] = [];

  beforeAll(async () => {
    const { engines } = parts.use(await startGivenEngines());
    listener = await connectForTest(engines.natsUrl);
    parts.defer(() => listener.close());
    listener.subscribe(">", {
      callback: (_, { data }) => void carried.push(Buffer.from(data).toString("latin1")),
    });
    await listener.flush();
    const owned = { owner_email: "ada@example.org" };
    weir = parts.use(await startClusterWeir(engines, owned, { WEIR_OWNER_PASSWORD: ownerPassword }));
    owner = new BrowserSession(weir.manageUrl);
    const signIn = { email: owned.owner_email, password: ownerPassword };
    owner.account = (await owner.call("POST", "/session", signIn)).json.accounts[0].uuid;
  });
  afterAll(() => parts.disposeAsync());

  async function done(method: string, path: string, body?: unknown) {
    const { status, json } = await owner.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  const hasCarried = (text: string) => carried.some((message) => message.includes(text));

  test("carry no token, key, password or session", async () => {
    const device = await done("POST", "./devices", { name: "Freezer", sensors: [{ slug: "temperature" }] });
    const sent = await postReadings(weir.url, device, { sensor: "temperature", data: { value: 1 } });
    expect(sent.status).toBe(202);
    const tested = await done("POST", `./devices/${device.uuid}/test-reading`, {
      sensor: "temperature",
      value: 71.25,
    });
    expect(tested.status).toBe(202);
    const overlap = { until_first_use: true };
    const { token: renewed } = await done("POST", `./devices/${device.uuid}/token/regenerate`, { overlap });
    const renewedDevice = { uuid: device.uuid, token: renewed };
    await postReadings(weir.url, renewedDevice, { sensor: "temperature", data: { value: 2 } });
    await done("POST", "./sample-data");
    const isSending = async () => (await done("GET", "./sample-data")).state === "sending";
    await waitUntil("the sample sends", isSending, 120_000);
    const { items } = await done("GET", "./devices?limit=50");
    const { token: ofSample } = await done(
      "GET",
      `./devices/${items.find(({ uuid }: typeof device) => uuid !== device.uuid).uuid}/token`,
    );
    const { key } = await done("POST", "./api-keys", { name: "Key", scopes: ["devices:read"] });
    const secret = "a secret that signs webhooks";
    await done("PUT", "./secrets/webhook", { value: secret });
    const botToken = "123456:a-token-of-a-bot";
    await done("POST", "./channels", {
      name: "Bot",
      owner: "account",
      target: { kind: "telegram", bot_token: botToken, chat_id: "1" },
    });
    const template = await done("POST", "./templates", { name: "Freezer" });
    const { key: provisioningKey } = await done("POST", "./provisioning-keys", {
      name: "Factory",
      template: template.uuid,
    });
    await weir.settle();

    // The messages that these requests cause were heard.
    await waitUntil("the test reading was passed on", () => hasCarried(`"value\\":71.25`));
    await listener.flush();
    expect(hasCarried(`"kind":"device"`)).toBe(true);
    const session = owner.cookie.split("=")[1]!;
    const secrets = {
      token: device.token,
      renewed,
      ofSample,
      key,
      secret,
      botToken,
      provisioningKey,
      session,
      ownerPassword,
    };
    for (const [name, text] of Object.entries(secrets))
      expect([name, text.length > 8, hasCarried(text)]).toEqual([name, true, false]);
    // Whatever its origin: device tokens begin with this.
    expect(hasCarried("wdt_")).toBe(false);
  });
});
