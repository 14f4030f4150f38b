import { expect, setDefaultTimeout, test } from "bun:test";
import { auditRoutes } from "@weir/protocol/manage/audit-routes";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { waitingDevicesMax } from "@weir/protocol/manage/provisioning-limits";
import { provisioningRoutes } from "@weir/protocol/manage/provisioning-routes";
import { templateRoutes } from "@weir/protocol/manage/template-routes";
import { tokenRoutes } from "@weir/protocol/manage/token-routes";
import { readAccountUse } from "../../control/account-use.ts";
import type { RequestTurns } from "../../web/turns/request-turns.ts";
import type { TurnOwner } from "../../web/turns/work-turns.ts";
import { auditHandlers } from "../audit/audit-handlers.ts";
import { deviceHandlers } from "../devices/device-handlers.ts";
import { tokenHandlers } from "../devices/tokens/token-handlers.ts";
import { templateHandlers } from "../templates/template-handlers.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { provisionDevice } from "./provision-device.ts";
import { provisioningHandlers } from "./provisioning-handlers.ts";
import { hashOfProvisioningKey } from "./provisioning-keys.ts";
import { asksPerSourceMax, tokensPerHardwareMax } from "./provisioning-limits.ts";
import { openAskingDevices } from "./test-asking-device.ts";

// 200 requests at once take a while on a busy machine.
setDefaultTimeout(60_000);

const routes = { ...provisioningRoutes, ...templateRoutes, ...deviceRoutes, ...tokenRoutes, ...auditRoutes };
const handlers = {
  ...provisioningHandlers,
  ...templateHandlers,
  ...deviceHandlers,
  ...tokenHandlers,
  ...auditHandlers,
};

const tokenShape = /^wdt_[A-Za-z0-9_-]{43}$/;
const uuidShape = /^[0-9a-f]{8}-/;

/** An account with a template, a key with these terms, and devices that ask with it. */
async function open(terms: object = {}) {
  const api = await ApiUnderTest.create(routes, handlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const template = await editor.call("createTemplate", {
    body: { name: "Freezer", tags: ["cold"], sensors: [{ slug: "temperature", unit: "°C" }] },
  });
  const body = { name: "Factory", template: template.json.uuid, ...terms };
  const made = await editor.call("createProvisioningKey", { body });
  expect(made.status).toBe(201);
  const send = openAskingDevices(api.parts);
  const ask = (hardware_id: unknown, more: object = {}) =>
    send({ provisioning_key: made.json.key, hardware_id, ...more });
  const waiting = async () => (await editor.call("listHardware", { query: { state: "waiting" } })).json.items;
  const actions = async () => (await api.auditOf(account)).map(({ action }) => action);
  return { api, account, editor, key: made.json, send, ask, waiting, actions };
}

test("creates a device from the template, and gives its token out once", async () => {
  const { api, account, editor, ask, actions } = await open();
  await using _ = api;
  const first = await ask("SN-1", { firmware: "1.4.2" });
  expect(first).toMatchObject({ status: 201, json: { message: "Device created." } });
  expect([first.json.token, first.json.device_uuid]).toEqual([
    expect.stringMatching(tokenShape),
    expect.stringMatching(uuidShape),
  ]);
  expect(first.headers).toMatchObject({ "Cache-Control": "no-store", "X-RateLimit-Remaining": "299" });
  const params = { device: first.json.device_uuid };
  expect((await editor.call("showDevice", { params })).json).toMatchObject({
    name: "Freezer SN-1",
    tags: ["cold"],
    sensor_count: 1,
    template: { name: "Freezer" },
    attributes: { hardware_id: "SN-1", firmware: "1.4.2" },
  });
  expect((await editor.call("showToken", { params })).json.token).toBe(first.json.token);
  const again = await ask("SN-1");
  expect(again.status).toBe(200);
  expect(again.json).toEqual({
    message: "The device exists. Its token was given out before.",
    device_uuid: first.json.device_uuid,
  });
  expect((await ask("SN-2", { name: "Cellar" })).status).toBe(201);
  const entries = await api.auditOf(account);
  expect(entries.filter(({ action }) => action === "device.provision")).toMatchObject([
    { subjectName: "Cellar", actorKind: "nobody", source: "192.0.2.7" },
    { subjectName: "Freezer SN-1", after: { hardware_id: "SN-1", key: "Factory" } },
  ]);
  expect(await actions()).toContain("provisioning-key.create");
  expect(JSON.stringify([entries, api.logLines])).not.toContain(first.json.token);
});

test("creates one device and gives out one token, however many requests arrive at once", async () => {
  const { api, ask, editor } = await open();
  await using _ = api;
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask("SN-1")));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status, json }) => status === 200 && json.token === undefined)).toHaveLength(199);
  expect(new Set(answers.map(({ json }) => json.device_uuid)).size).toBe(1);
  expect((await editor.call("listDevices")).json.items).toHaveLength(1);
});

test("decides races in the database, also where nothing else keeps requests apart", async () => {
  const { api, key, editor } = await open();
  await using _ = api;
  const hash = hashOfProvisioningKey(key.key)!;
  const request = {
    hardwareId: "SN-1",
    name: null,
    firmware: null,
    nonce: null,
    source: "192.0.2.7",
    requestId: "",
  };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => provisionDevice(api.control, hash, request, "queued")),
  );
  expect(answers.map(({ kind }) => kind).sort()).toEqual(["created", ...new Array(49).fill("existing")]);
  expect((await editor.call("listDevices")).json.items).toHaveLength(1);
});

test("replaces the token of a device that asks again only if the key allows it", async () => {
  const { api, ask, editor } = await open({ may_repeat: true });
  await using _ = api;
  const first = await ask("SN-1");
  const second = await ask("SN-1");
  expect([second.status, second.json.device_uuid]).toEqual([200, first.json.device_uuid]);
  expect(second.json.token).toMatch(tokenShape);
  expect(second.json.token).not.toBe(first.json.token);
  const params = { device: first.json.device_uuid };
  expect((await editor.call("showToken", { params })).json.token).toBe(second.json.token);
  for (let time = 1; time < tokensPerHardwareMax; time++) await ask("SN-1");
  const tooMany = await ask("SN-1");
  expect([tooMany.status, tooMany.headers["Retry-After"]]).toEqual([429, "3600"]);
  expect((await ask("SN-2")).status).toBe(201);
});

const nonce = "3f0c61b2a9d84e57";

test("gives the same token to a request that is repeated with its nonce, for ten minutes", async () => {
  const { api, ask, editor, actions } = await open();
  await using _ = api;
  const first = await ask("SN-1", { nonce });
  expect(first.status).toBe(201);
  for (let time = 0; time < 3; time++) {
    api.clock.advanceMs(199_000);
    const repeated = await ask("SN-1", { nonce });
    expect([repeated.status, repeated.json]).toEqual([
      200,
      { ...first.json, message: "The device exists. This is the token that the same request got before." },
    ]);
  }
  const params = { device: first.json.device_uuid };
  expect((await editor.call("showToken", { params })).json.token).toBe(first.json.token);
  expect((await actions()).filter((action) => action === "device.provision")).toHaveLength(1);
  api.clock.advanceMs(3_000);
  expect((await ask("SN-1", { nonce })).json.token).toBeUndefined();
});

test("gives no token to another nonce, another key or another hardware id, and none that somebody has made since", async () => {
  const { api, ask, send, editor, key } = await open();
  await using _ = api;
  const { json } = await ask("SN-1", { nonce });
  const body = { name: "Second", template: key.template.uuid };
  const second = (await editor.call("createProvisioningKey", { body })).json;
  await ask("SN-2");
  for (const answer of [
    await ask("SN-1"),
    await ask("SN-1", { nonce: `${nonce}0` }),
    await send({ provisioning_key: second.key, hardware_id: "SN-1", nonce }),
    await ask("SN-2", { nonce }),
  ]) {
    expect([answer.status, answer.json.token]).toEqual([200, undefined]);
  }
  const params = { device: json.device_uuid };
  await editor.call("regenerateToken", { params, body: {} });
  expect((await ask("SN-1", { nonce })).json.token).toBeUndefined();
  await editor.call("updateDevice", { params, body: { enabled: false } });
  expect((await ask("SN-1", { nonce })).status).toBe(403);
});

test("repeats the token of an approved device, and of one that may have another", async () => {
  const { api, ask, editor, waiting } = await open({ admission: "approval", may_repeat: true });
  await using _ = api;
  await ask("SN-1", { nonce });
  const [{ uuid }] = await waiting();
  await editor.call("approveHardware", { body: { hardware: [uuid] } });
  const [first, repeated] = [await ask("SN-1", { nonce }), await ask("SN-1", { nonce })];
  expect([first.status, repeated.json.token]).toEqual([201, first.json.token]);
  const other = await ask("SN-1", { nonce: "another-nonce-of-it" });
  expect(other.json.token).not.toBe(first.json.token);
  expect((await ask("SN-1", { nonce: "another-nonce-of-it" })).json.token).toBe(other.json.token);
});

test.each([
  ["of the same template", false],
  ["of another template", true],
])("gives another key %s no token of a device, whatever that key may do", async (_name, isOther) => {
  const { api, ask, send, editor, key, waiting } = await open({ admission: "approval" });
  await using _ = api;
  const template = isOther
    ? (await editor.call("createTemplate", { body: { name: "Oven" } })).json
    : key.template;
  const terms = { name: "Second", template: template.uuid, may_repeat: true };
  const second = (await editor.call("createProvisioningKey", { body: terms })).json;
  const askOther = () => send({ provisioning_key: second.key, hardware_id: "SN-1" });
  await ask("SN-1");
  // A device that waits stays with its key, so it is created from the template that the approver saw.
  api.clock.advanceMs(120_000);
  expect((await askOther()).status).toBe(202);
  const [hardware] = await waiting();
  expect(hardware.provisioning_key.name).toBe("Factory");
  await editor.call("approveHardware", { body: { hardware: [hardware.uuid] } });
  expect((await askOther()).json.token).toBeUndefined();
  const first = await ask("SN-1");
  expect(first.json.token).toMatch(tokenShape);
  expect((await askOther()).json.token).toBeUndefined();
  const params = { device: first.json.device_uuid };
  await editor.call("allowProvisioningAgain", { params });
  expect((await askOther()).json.token).toBeUndefined();
  expect((await ask("SN-1")).json.token).toMatch(tokenShape);
  // Once the first key is revoked, only somebody's word lets a key of the same template take its place.
  await editor.call("revokeProvisioningKey", { params: { key: key.uuid } });
  expect((await askOther()).json.token).toBeUndefined();
  await editor.call("allowProvisioningAgain", { params });
  expect((await askOther()).json.token === undefined).toBe(isOther);
});

test("gives a device another token after somebody has allowed it, once", async () => {
  const { api, ask, editor, actions } = await open();
  await using _ = api;
  const { device_uuid: device, token } = (await ask("SN-1")).json;
  const allowed = await editor.call("allowProvisioningAgain", { params: { device } });
  expect(allowed.json).toMatchObject({ hardware_id: "SN-1", token_due: true, device: { uuid: device } });
  // A device that still has its token is not cut off by this.
  expect((await editor.call("showToken", { params: { device } })).json.token).toBe(token);
  const again = await ask("SN-1");
  expect([again.status, again.json.message]).toEqual([
    200,
    "The device exists. This new token replaces the one before.",
  ]);
  expect((await ask("SN-1")).json.token).toBeUndefined();
  expect(await actions()).toEqual(expect.arrayContaining(["hardware.allow", "token.provision"]));
});

test("lets a device wait until it is approved, and then gives it its token once", async () => {
  const { api, ask, editor, waiting, actions } = await open({ admission: "approval" });
  await using _ = api;
  const asked = await ask("SN-1", { name: "Cellar" });
  expect([asked.status, asked.headers["Retry-After"]]).toEqual([202, "60"]);
  expect(await ask("SN-1")).toMatchObject({ status: 202 });
  await ask("SN-2");
  expect((await editor.call("countHardware")).json).toMatchObject({ waiting: 2, provisioned: 0 });
  expect((await editor.call("countDevices")).json.waiting).toBe(2);
  const [second, first] = await waiting();
  expect(first).toMatchObject({
    hardware_id: "SN-1",
    name: "Cellar",
    source: "192.0.2.7",
    provisioning_key: { name: "Factory" },
  });
  const approved = await editor.call("approveHardware", { body: { hardware: [first.uuid, "unknown"] } });
  expect(approved.json.results).toMatchObject([{ ok: true }, { ok: false }]);
  const rejected = await editor.call("rejectHardware", { body: { hardware: [second.uuid, first.uuid] } });
  expect(rejected.json.results).toMatchObject([
    { ok: true },
    { ok: false, problem: "SN-1 is provisioned already." },
  ]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("SN-1")));
  expect(answers.filter(({ status, json }) => status === 201 && tokenShape.test(json.token))).toHaveLength(1);
  expect(answers.filter(({ status, json }) => status === 200 && json.token === undefined)).toHaveLength(19);
  expect(await ask("SN-2")).toMatchObject({ status: 403, json: { error: "provisioning_rejected" } });
  await editor.call("forgetHardware", { body: { hardware: [second.uuid] } });
  expect((await ask("SN-2")).status).toBe(202);
  expect(await actions()).toEqual(
    expect.arrayContaining([
      "hardware.wait",
      "hardware.approve",
      "hardware.reject",
      "hardware.forget",
      "token.provision",
    ]),
  );
});

test("answers a key that is unknown, revoked or expired in the same way", async () => {
  const { api, ask, send, editor, key } = await open({ expires_in_days: 1 });
  await using _ = api;
  const unknown = await send({ provisioning_key: `wpk_${"a".repeat(43)}`, hardware_id: "SN-1" });
  expect(unknown).toMatchObject({ status: 401, json: { error: "invalid_provisioning_key" } });
  expect(unknown.headers["WWW-Authenticate"]).toBe("Bearer");
  const malformed = await send({ provisioning_key: "x", hardware_id: "SN-1" });
  api.clock.advanceMs(86_400_000);
  const expired = await ask("SN-1");
  api.clock.advanceMs(-86_400_000);
  expect((await ask("SN-1")).status).toBe(201);
  await editor.call("revokeProvisioningKey", { params: { key: key.uuid } });
  const revoked = await ask("SN-1");
  for (const answer of [malformed, expired, revoked]) {
    expect([answer.status, answer.json]).toEqual([401, unknown.json]);
  }
  expect((await editor.call("listDevices")).json.items).toHaveLength(1);
});

test("refuses a disabled device, and creates a deleted one again", async () => {
  const { api, ask, editor } = await open({ may_repeat: true });
  await using _ = api;
  const { device_uuid: device } = (await ask("SN-1")).json;
  await editor.call("updateDevice", { params: { device }, body: { enabled: false } });
  expect(await ask("SN-1")).toMatchObject({ status: 403, json: { error: "provisioning_rejected" } });
  await editor.call("deleteDevice", { params: { device } });
  const again = await ask("SN-1");
  expect([again.status, again.json.device_uuid === device]).toEqual([201, false]);
});

test("creates no more devices than the key allows", async () => {
  const { api, ask } = await open({ device_limit: 2 });
  await using _ = api;
  for (const id of ["SN-1", "SN-2"]) expect((await ask(id)).status).toBe(201);
  expect(await ask("SN-3")).toMatchObject({ status: 403, json: { error: "provisioning_limit" } });
  expect((await ask("SN-2")).status).toBe(200);
});

test("answers 503 with the limit while the account has no room, and creates nothing", async () => {
  const { api, key, editor } = await open();
  await using _ = api;
  const limits = { ...api.control.limits, devices: 1 };
  const send = openAskingDevices({ ...api.parts, control: { ...api.control, limits } });
  const ask = (hardware_id: string) => send({ provisioning_key: key.key, hardware_id });
  expect((await ask("SN-1")).status).toBe(201);
  const full = await ask("SN-2");
  expect(full).toMatchObject({ status: 503, json: { error: "account_limit", limit: { max: 1 } } });
  expect(full.headers["Retry-After"]).toBe("10");
  expect((await editor.call("listHardware")).json.items).toHaveLength(1);
});

test("counts hardware ids that wait or were rejected, and refuses more when the account is full", async () => {
  const { api, account, key, editor } = await open({ admission: "approval" });
  await using _ = api;
  const bytes = async () => (await readAccountUse(api.control.db, account.id)).controlBytes;
  const begun = await bytes();
  const limits = { ...api.control.limits, controlBytes: begun + 700 };
  const send = openAskingDevices({ ...api.parts, control: { ...api.control, limits } });
  const ask = (n: number) =>
    send({ provisioning_key: key.key, hardware_id: `SN-${n}`.padEnd(64, "-"), firmware: "1" });
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await ask(n));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 503, 503]);
  expect(answers[4]!.json).toMatchObject({
    error: "account_limit",
    limit: { setting: "control_bytes_per_account", max: begun + 700 },
  });
  const waiting = (await editor.call("listHardware", { query: { state: "waiting" } })).json.items;
  const ids = waiting.map(({ uuid }: { uuid: string }) => uuid);
  const full = await bytes();
  // A rejection is noted in an account that is full, but makes no room.
  expect((await editor.call("rejectHardware", { body: { hardware: ids } })).status).toBe(200);
  expect([await bytes(), (await ask(6)).status]).toEqual([full, 503]);
  expect((await editor.call("forgetHardware", { body: { hardware: ids } })).status).toBe(200);
  expect([await bytes(), (await ask(6)).status]).toEqual([begun, 202]);
});

test("limits how often an address can ask", async () => {
  const { api, send } = await open();
  await using _ = api;
  const wrong = { provisioning_key: `wpk_${"a".repeat(43)}`, hardware_id: "SN-1" };
  for (let time = 0; time < asksPerSourceMax; time++) await send(wrong);
  const refused = await send(wrong);
  expect(refused).toMatchObject({ status: 429, json: { message: "Too Many Attempts." } });
  expect(refused.headers).toMatchObject({
    "Retry-After": "60",
    "X-RateLimit-Limit": String(asksPerSourceMax),
  });
  expect((await send(wrong, { peer: "192.0.2.8" })).status).toBe(401);
});

test("refuses keys over plain HTTP from other machines where API keys are refused, too", async () => {
  const { api, key } = await open();
  await using _ = api;
  const send = openAskingDevices(api.parts, "refuse");
  const body = { provisioning_key: key.key, hardware_id: "SN-1" };
  expect(await send(body)).toMatchObject({ status: 403, json: { error: "https_needed" } });
  // Only a trusted proxy may say that it has received the request over TLS.
  const byProxy = "\r\nX-Forwarded-For: 192.0.2.9\r\nX-Forwarded-Proto: https";
  expect((await send(body, { headers: byProxy })).status).toBe(403);
  expect((await send(body, { headers: byProxy, peer: "192.0.2.1" })).status).toBe(201);
  expect((await send(body, { peer: "127.0.0.1" })).status).toBe(200);
});

test("has the checks of the device API on method, type and size", async () => {
  const { api, send } = await open();
  await using _ = api;
  expect((await send({}, { method: "GET" })).headers.Allow).toBe("POST");
  const invalid = await send({ provisioning_key: "k", hardware_id: "" });
  expect(invalid).toMatchObject({
    status: 422,
    json: { message: "Validation failed.", errors: { hardware_id: [expect.any(String)] } },
  });
  expect((await send({}, { type: null })).status).toBe(415);
  expect((await send({}, { type: "text/plain" })).json.error).toBe("unsupported_media_type");
});

test("keeps accounts apart: keys, waiting devices and hardware ids are those of one account", async () => {
  const { api, ask, key } = await open({ admission: "approval" });
  await using _ = api;
  await ask("SN-1");
  const theirs = api.as("owner", await api.addAccount("Office"));
  expect((await theirs.call("listProvisioningKeys")).json.items).toEqual([]);
  expect((await theirs.call("listHardware")).json.items).toEqual([]);
  const params = { key: key.uuid };
  expect((await theirs.call("revokeProvisioningKey", { params })).json.code).toBe("unknown_provisioning_key");
  const template = await theirs.call("createTemplate", { body: { name: "Freezer" } });
  const body = { name: "Factory", template: template.json.uuid };
  const other = await theirs.call("createProvisioningKey", { body });
  const send = openAskingDevices(api.parts);
  // The same hardware id in another account is another device.
  expect((await send({ provisioning_key: other.json.key, hardware_id: "SN-1" })).status).toBe(201);
});

test("shows a key once, and refuses a name that is taken and a template of another account", async () => {
  const { api, editor, key } = await open();
  await using _ = api;
  expect(key.key).toMatch(/^wpk_[A-Za-z0-9_-]{43}$/);
  const [listed] = (await editor.call("listProvisioningKeys")).json.items;
  expect(listed).toMatchObject({ start: key.key.slice(0, 8), device_limit: 1000, device_count: 0 });
  expect(JSON.stringify(listed)).not.toContain(key.key);
  const body = { name: "Factory", template: key.template.uuid };
  expect((await editor.call("createProvisioningKey", { body })).json.code).toBe("key_name_taken");
  const theirs = api.as("editor", await api.addAccount("Office"));
  expect((await theirs.call("createProvisioningKey", { body })).json.code).toBe("unknown_template");
});

test("leaves places to wait for the devices of other keys, and says which limit was reached", async () => {
  const { api, account, editor, key, ask, send } = await open({ admission: "approval" });
  await using _ = api;
  const body = { name: "Second", template: key.template.uuid, admission: "approval" };
  const second = (await editor.call("createProvisioningKey", { body })).json;
  expect((await ask("SN-0")).status).toBe(202);
  const fill = (from: number, to: number) =>
    api.control.transact(async (tx) => {
      const { id: _id, ...row } = await tx.selectFrom("hardware_ids").selectAll().executeTakeFirstOrThrow();
      for (let nth = from; nth < to; nth++) {
        const hardware = { ...row, uuid: `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}` };
        await tx
          .insertInto("hardware_ids")
          .values({ ...hardware, hardware_id: `SN-${nth}` })
          .execute();
      }
    });
  await fill(1, waitingDevicesMax / 2);
  const refused = await ask("SN-one-more");
  expect(refused).toMatchObject({
    status: 503,
    headers: { "Retry-After": "60" },
    json: {
      message: "Too many devices with this provisioning key wait to be approved or claimed.",
      error: "provisioning_waiting",
    },
  });
  // Devices that wait already are not turned away.
  expect((await ask("SN-0")).status).toBe(202);
  const askSecond = (hardware_id: string) => send({ provisioning_key: second.key, hardware_id });
  expect((await askSecond("SN-of-second")).status).toBe(202);
  await fill(waitingDevicesMax / 2, waitingDevicesMax - 1);
  expect((await askSecond("SN-last")).json.message).toBe(
    "Too many devices of the account wait to be approved or claimed.",
  );
  expect((await editor.call("countHardware")).json.waiting).toBe(waitingDevicesMax);
  expect((await api.auditOf(account)).length).toBeLessThan(20);
});

test("devices that ask for tokens take turns with people, and those of one key have one turn at a time", async () => {
  const { api, key } = await open();
  await using _ = api;
  const owners: TurnOwner[] = [];
  const take: RequestTurns["take"] = (owner, work) => {
    owners.push(owner);
    return api.parts.turns.take(owner, work);
  };
  const turns = Object.assign(Object.create(api.parts.turns), { take }) as RequestTurns;
  const send = openAskingDevices({ ...api.parts, turns });
  for (const provisioning_key of [key.key, key.key, `wpk_${"x".repeat(43)}`])
    await send({ provisioning_key, hardware_id: `SN-${owners.length}` });
  expect(owners.map(({ name }) => name)).toEqual(["provisioning", "provisioning", "provisioning"]);
  const [first, second, unknown] = owners.map(({ caller }) => caller);
  expect([first === second, first === unknown]).toEqual([true, false]);
});
