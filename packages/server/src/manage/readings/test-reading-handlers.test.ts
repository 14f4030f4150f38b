import { expect, test } from "bun:test";
import { testReadingRoutes } from "@weir/protocol/manage/test-reading-routes";
import type { DeviceRequest } from "../../bus/device-request.ts";
import { createDevice, editDevice } from "../devices/devices.ts";
import { regenerateToken } from "../devices/tokens/device-tokens.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { testReadingHandlers } from "./test-reading-handlers.ts";

async function open() {
  const sent: (DeviceRequest & { readonly source: string })[] = [];
  const headers = { "X-Request-Id": "r1", "X-RateLimit-Remaining": "998" };
  const api = await ApiUnderTest.create(testReadingRoutes, testReadingHandlers, {
    parts: {
      async sendAsDevice(request, source) {
        sent.push({ ...request, source });
        return { status: 202, headers, body: '{"accepted":1}' };
      },
    },
  });
  const account = await api.addAccount("Plant");
  const device = unwrap(
    await createDevice(api.control, newDevice(account.id, { sensors: [{ slug: "temperature" }] })),
  );
  const params = { device: device.uuid };
  const send = (body: object = {}, caller = api.as("editor", account)) =>
    caller.call("sendTestReading", { params, body: { sensor: "temperature", value: 21.5, ...body } });
  return { api, account, device, params, sent, send };
}

test("sends a test reading for the device without its token, which is neither returned nor audited", async () => {
  const { api, account, device, sent, send } = await open();
  await using _ = api;
  const answer = await send();
  expect(answer.json).toEqual({
    status: 202,
    request_id: "r1",
    rate_limit_remaining: 998,
    retry_after: null,
    body: '{"accepted":1}',
  });
  expect(sent).toEqual([
    {
      target: `/api/v1/devices/${device.uuid}/sensors/temperature/readings`,
      body: '{"data":{"value":21.5,"test":true}}',
      source: "192.0.2.1",
    },
  ]);
  const entries = await api.auditOf(account);
  expect(entries).toMatchObject([
    {
      action: "device.send-test-reading",
      subject: device.uuid,
      after: { sensor: "temperature", value: 21.5, status: 202 },
    },
  ]);
  expect(answer.text + JSON.stringify([entries, sent])).not.toContain(device.token);
});

test("lets editors send one without a fresh proof, but not viewers and API keys", async () => {
  const { api, account, sent, send } = await open();
  await using _ = api;
  expect((await send({}, api.as("editor", account, { provedAt: 0 }))).status).toBe(200);
  expect((await send({}, api.as("viewer", account))).status).toBe(403);
  expect((await send({}, api.asKey(account))).status).toBe(403);
  expect((await send({}, api.as("owner", await api.addAccount("Office")))).json.code).toBe("unknown_device");
  expect(sent).toHaveLength(1);
});

test("uses the sensor's UUID in the address under the contract `stored`", async () => {
  const { api, device, sent, send } = await open();
  await using _ = api;
  unwrap(await editDevice(api.control, device.uuid, { contract: "stored" }));
  await send();
  expect(sent[0]!.target).toContain(`/sensors/${device.sensors[0]!.uuid}/readings`);
});

test("refuses unknown sensors and values that are not numbers", async () => {
  const { api, account, sent, send } = await open();
  await using _ = api;
  expect((await send({ sensor: "other" })).json.code).toBe("unknown_sensor");
  expect((await send({ value: "21.5" })).status).toBe(422);
  expect(sent).toEqual([]);
  expect(await api.auditOf(account)).toEqual([]);
});

test("does not end the old token with a test reading unless the caller asks for it", async () => {
  const { api, device, sent, send } = await open();
  await using _ = api;
  unwrap(await regenerateToken(api.control, device.uuid, { untilFirstUse: true }));
  const refused = await send();
  expect([refused.status, refused.json.code]).toEqual([409, "old_token_in_use"]);
  expect(sent).toEqual([]);
  expect((await send({ ends_old_token: true })).status).toBe(200);
  unwrap(await regenerateToken(api.control, device.uuid, { seconds: 60 }));
  expect((await send()).status).toBe(200);
});
