import { expect, test } from "bun:test";
import { claimCodeRoutes } from "@weir/protocol/manage/claim-code-routes";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { provisioningRoutes } from "@weir/protocol/manage/provisioning-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import { publishChain } from "../chains/chain-publishing.ts";
import { createChain } from "../chains/chains.ts";
import { deviceHandlers } from "../devices/device-handlers.ts";
import { wrongClaimsPerHourMax } from "../people/people-limits.ts";
import { templateHandlers } from "../templates/template-handlers.ts";
import { unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { claimCodeHandlers } from "./claim-code-handlers.ts";
import { provisioningHandlers } from "./provisioning-handlers.ts";
import { openAskingDevices } from "./test-asking-device.ts";

const routes = { ...claimCodeRoutes, ...provisioningRoutes, ...templateRoutes, ...deviceRoutes };
const handlers = { ...claimCodeHandlers, ...provisioningHandlers, ...templateHandlers, ...deviceHandlers };

/** A maker with a template and a key that waits for claims, and a customer in another account. */
async function open() {
  const api = await ApiUnderTest.create(routes, handlers);
  const [makers, customers] = [await api.addAccount("Maker"), await api.addAccount("Customer")];
  const [maker, customer] = [api.as("editor", makers), api.as("editor", customers)];
  const chain = unwrap(await createChain(api.control, { accountId: makers.id, name: "Own" }));
  unwrap(await publishChain(api.control, chain.uuid));
  const sensors = [{ slug: "temperature", unit: "°C", chain: chain.uuid }];
  const template = await maker.call("createTemplate", {
    body: { name: "Freezer", chain: chain.uuid, sensors, tags: ["cold"], expected_interval_s: 60 },
  });
  const terms = { name: "Shop", template: template.json.uuid, admission: "claim" };
  const key = (await maker.call("createProvisioningKey", { body: terms })).json;
  const send = openAskingDevices(api.parts);
  const ask = (hardware_id: string, more: object = {}) =>
    send({ provisioning_key: key.key, hardware_id, ...more });
  const code = async (...hardware_ids: string[]) => {
    const body = { provisioning_key: key.uuid, hardware_ids };
    return (await maker.call("createClaimCodes", { body })).json.items[0].code as string;
  };
  const claim = (text: string, more: object = {}) =>
    customer.call("claimDevice", { body: { code: text, ...more } });
  return { api, makers, customers, maker, customer, key, send, ask, code, claim };
}

test("brings the device into the account of whoever enters its code, and gives it its token once", async () => {
  const { api, makers, customers, maker, customer, ask, code, claim } = await open();
  await using _ = api;
  expect((await ask("SN-1")).status).toBe(202);
  const text = await code("SN-1");
  const claimed = await claim(text.toLowerCase().replaceAll("-", " "));
  expect(claimed).toMatchObject({ status: 201, json: { name: "Freezer SN-1", hardware_id: "SN-1" } });
  const { uuid } = claimed.json;
  // What belongs to the maker's account stays there.
  expect((await customer.call("showDevice", { params: { device: uuid } })).json).toMatchObject({
    chain: null,
    template: null,
    tags: ["cold"],
    expected_interval_s: 60,
    sensor_count: 1,
    attributes: { hardware_id: "SN-1" },
  });
  expect((await maker.call("listDevices")).json.items).toEqual([]);
  const given = await ask("SN-1");
  expect([given.status, given.json.device_uuid, typeof given.json.token]).toEqual([201, uuid, "string"]);
  expect((await ask("SN-1")).json).toEqual({ message: expect.any(String), device_uuid: uuid });
  expect((await claim(text)).json.code).toBe("unknown_claim_code");
  // Only the new owner can allow another token.
  const params = { device: uuid };
  expect((await maker.call("allowProvisioningAgain", { params })).json.code).toBe("unknown_device");
  await customer.call("allowProvisioningAgain", { params });
  expect((await ask("SN-1")).json.token).toMatch(/^wdt_/);
  const [ours, theirs] = await Promise.all([api.auditOf(makers), api.auditOf(customers)]);
  expect(theirs.map(({ action }) => action)).toContain("device.claim");
  expect(ours.find(({ action }) => action === "claim-code.use")).toMatchObject({
    actor: "",
    subjectName: "SN-1",
  });
  expect(JSON.stringify([ours, theirs, api.logLines])).not.toContain(text);
});

test("can be claimed before it is switched on, and again after it was deleted", async () => {
  const { api, customer, ask, code, claim } = await open();
  await using _ = api;
  const { uuid } = (await claim(await code("SN-1"), { name: "Cellar" })).json;
  expect((await ask("SN-1")).json).toMatchObject({ device_uuid: uuid });
  await customer.call("deleteDevice", { params: { device: uuid } });
  expect((await ask("SN-1")).status).toBe(202);
  const second = (await claim(await code("SN-1"))).json;
  expect((await ask("SN-1")).json).toMatchObject({ device_uuid: second.uuid });
});

test("gives the maker's keys no token of a device that the customer has by other means than the claim", async () => {
  const { api, maker, customer, key, ask, send, code, claim } = await open();
  await using _ = api;
  const { uuid } = (await claim(await code("SN-1"))).json;
  const other = (
    await maker.call("createProvisioningKey", {
      body: { name: "Second", template: key.template.uuid, admission: "claim", may_repeat: true },
    })
  ).json;
  const askOther = () => send({ provisioning_key: other.key, hardware_id: "SN-1" });
  expect((await askOther()).status).toBe(202);
  expect((await ask("SN-1")).json.token).toMatch(/^wdt_/);
  await customer.call("deleteDevice", { params: { device: uuid } });
  const template = (await customer.call("createTemplate", { body: { name: "Own" } })).json;
  const terms = { name: "Own", template: template.uuid, admission: "approval", may_repeat: true };
  const own = (await customer.call("createProvisioningKey", { body: terms })).json;
  const askOwn = () => send({ provisioning_key: own.key, hardware_id: "SN-1" });
  expect((await askOwn()).status).toBe(202);
  const [hardware] = (await customer.call("listHardware", { query: { state: "waiting" } })).json.items;
  await customer.call("approveHardware", { body: { hardware: [hardware.uuid] } });
  for (const answer of [await ask("SN-1"), await askOther()]) {
    expect([answer.status, answer.json.token]).toEqual([202, undefined]);
  }
  expect((await askOwn()).json.token).toMatch(/^wdt_/);
});

test("gives a key of the customer no token of a device that was claimed", async () => {
  const { api, customer, send, ask, code, claim } = await open();
  await using _ = api;
  await claim(await code("SN-1"));
  const template = (await customer.call("createTemplate", { body: { name: "Own" } })).json;
  const terms = { name: "Own", template: template.uuid, may_repeat: true };
  const own = (await customer.call("createProvisioningKey", { body: terms })).json;
  const taken = await send({ provisioning_key: own.key, hardware_id: "SN-1" });
  expect([taken.status, taken.json.token]).toEqual([200, undefined]);
  const nonce = "3f0c61b2a9d84e57";
  const first = await ask("SN-1", { nonce });
  expect(first.json.token).toMatch(/^wdt_/);
  expect((await ask("SN-1", { nonce })).json.token).toBe(first.json.token);
});

test("creates the device from the template if its maker claims it", async () => {
  const { api, maker, ask, code } = await open();
  await using _ = api;
  await ask("SN-1");
  const { uuid } = (await maker.call("claimDevice", { body: { code: await code("SN-1") } })).json;
  const device = await maker.call("showDevice", { params: { device: uuid } });
  expect(device.json).toMatchObject({ template: { name: "Freezer" }, chain: { name: "Own" } });
  expect(await ask("SN-1")).toMatchObject({ status: 201, json: { device_uuid: uuid } });
  const late = await code("SN-1");
  expect((await maker.call("claimDevice", { body: { code: late } })).json.code).toBe("hardware_taken");
});

test("lets one of many who enter a code at once have the device", async () => {
  const { api, code, claim, customer } = await open();
  await using _ = api;
  const text = await code("SN-1");
  const answers = await Promise.all(Array.from({ length: 10 }, () => claim(text)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await customer.call("listDevices")).json.items).toHaveLength(1);
});

test("answers a code that is used, replaced, revoked, expired or rejected like one that never existed", async () => {
  const { api, maker, ask, code, claim } = await open();
  await using _ = api;
  const replaced = await code("SN-1");
  const expired = await code("SN-1");
  api.clock.advanceMs(366 * 86_400_000);
  const answers = [await claim(replaced), await claim(expired)];
  const revoked = await code("SN-2");
  const [listed] = (await maker.call("listClaimCodes")).json.items;
  expect(JSON.stringify(listed)).not.toContain(revoked);
  await maker.call("revokeClaimCode", { params: { claim: listed.uuid } });
  answers.push(await claim(revoked));
  const rejected = await code("SN-3");
  await ask("SN-3");
  const [hardware] = (await maker.call("listHardware", { query: { state: "waiting" } })).json.items;
  await maker.call("rejectHardware", { body: { hardware: [hardware.uuid] } });
  answers.push(await claim(rejected));
  for (const { status, json } of answers) expect([status, json.code]).toEqual([422, "unknown_claim_code"]);
});

test("notices typing mistakes, and limits wrong codes", async () => {
  const { api, code, claim } = await open();
  await using _ = api;
  const text = await code("SN-1");
  const mistyped = (text[0] === "A" ? "B" : "A") + text.slice(1);
  for (let time = 0; time < wrongClaimsPerHourMax; time++) {
    expect((await claim(mistyped)).json.code).toBe("bad_claim_code");
  }
  expect(await claim(text)).toMatchObject({ status: 429, json: { code: "too_many_requests" } });
  api.clock.advanceMs(3_600_000);
  expect((await claim(text)).status).toBe(201);
});

test("counts wrong codes of a person over all their accounts and addresses", async () => {
  const { api, customers, code } = await open();
  await using _ = api;
  const text = await code("SN-1");
  const mistyped = (text[0] === "A" ? "B" : "A") + text.slice(1);
  const accounts = [customers, await api.addAccount("Second"), await api.addAccount("Third")];
  const userId = await api.addMember("ada@example.org", ...accounts);
  const claim = (at: number, from: { readonly userId?: number; readonly source: string }) =>
    api.as("editor", accounts[at % 3]!, { userId: from.userId ?? userId }).call("claimDevice", {
      body: { code: mistyped },
      source: from.source,
    });
  for (let time = 0; time < wrongClaimsPerHourMax; time++) {
    expect((await claim(time, { source: `192.0.2.${time}` })).json.code).toBe("bad_claim_code");
  }
  expect((await claim(0, { source: "192.0.2.200" })).status).toBe(429);
  const bob = await api.addMember("bob@example.org", ...accounts);
  expect((await claim(1, { userId: bob, source: "192.0.2.201" })).json.code).toBe("bad_claim_code");
});

test("makes codes only for keys that wait for claims, of the own account", async () => {
  const { api, maker, customer, key } = await open();
  await using _ = api;
  const terms = { name: "Factory", template: key.template.uuid };
  const other = (await maker.call("createProvisioningKey", { body: terms })).json;
  const make = (who: typeof maker, provisioning_key: string) =>
    who.call("createClaimCodes", { body: { provisioning_key, hardware_ids: ["SN-1"] } });
  expect((await make(maker, other.uuid)).json.code).toBe("key_without_claims");
  expect((await make(customer, key.uuid)).json.code).toBe("unknown_provisioning_key");
  const viewer = api.as("viewer", await api.addAccount("Third"));
  expect((await viewer.call("claimDevice", { body: { code: "x" } })).status).toBe(403);
});
