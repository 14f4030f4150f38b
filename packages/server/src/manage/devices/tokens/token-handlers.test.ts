import { expect, test } from "bun:test";
import { tokenRoutes } from "@weir/protocol/manage/token-routes";
import { listAudit } from "../../../control/audit/audit-log.ts";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { createDevice } from "../devices.ts";
import { tokenHandlers } from "./token-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(tokenRoutes, tokenHandlers);
  const account = await api.addAccount("Plant");
  const { uuid, token } = unwrap(await createDevice(api.control, newDevice(account.id)));
  return { api, account, token, params: { device: uuid }, editor: api.as("editor", account) };
}

test("shows a token to editors and not to viewers, and audits it without the token", async () => {
  const { api, account, token, params, editor } = await open();
  await using _ = api;
  expect((await editor.call("showToken", { params })).json).toEqual({
    token,
    created_at: "2026-06-01T12:00:00.000000Z",
    last_used: null,
    previous: null,
  });
  expect((await api.as("viewer", account).call("showToken", { params })).status).toBe(403);
  expect((await api.asKey(account, ["devices:read"]).call("showToken", { params })).status).toBe(403);
  const entries = await api.auditOf(account);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([["token.show", params.device]]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

test("keeps no other token beside a regenerated one unless an overlap is requested", async () => {
  const { api, account, token, params, editor } = await open();
  await using _ = api;
  const regenerate = async (body: unknown) => (await editor.call("regenerateToken", { params, body })).json;
  const plain = await regenerate({});
  expect(plain).toMatchObject({ previous: null });
  expect(plain.token).not.toBe(token);
  const hour = await regenerate({ overlap: { seconds: 3600 } });
  expect(hour.previous).toMatchObject({ expires_at: "2026-06-01T13:00:00.000000Z", last_used: null });
  const first = await regenerate({ overlap: { until_first_use: true } });
  expect(first.previous).toMatchObject({ expires_at: null });
  expect((await editor.call("showToken", { params })).json).toEqual(first);
  const { entries } = await listAudit(api.control, account.id, {
    filter: { action: "token.regenerate" },
    limit: 9,
  });
  expect(entries.map(({ after }) => after)).toEqual([
    { overlap: { until_first_use: true } },
    { overlap: { seconds: 3600 } },
    { overlap: null },
  ]);
  for (const { token: shown } of [plain, hour, first]) expect(JSON.stringify(entries)).not.toContain(shown);
});

test.each([
  { overlap: { seconds: 0 } },
  { overlap: { seconds: 604_801 } },
  { overlap: { seconds: 1.5 } },
  { overlap: { until_first_use: false } },
  { overlap: { seconds: 5, until_first_use: true } },
  { overlap: {} },
  { overlaps: { seconds: 5 } },
])("refuses %j and changes nothing", async (body) => {
  const { api, token, params, editor } = await open();
  await using _ = api;
  expect((await editor.call("regenerateToken", { params, body })).status).toBe(422);
  expect((await editor.call("showToken", { params })).json.token).toBe(token);
});

test("reaches no tokens of another account's device", async () => {
  const { api, params } = await open();
  await using _ = api;
  const theirs = api.as("owner", await api.addAccount("Office"));
  expect((await theirs.call("showToken", { params })).json.code).toBe("unknown_device");
  expect((await theirs.call("regenerateToken", { params, body: {} })).json.code).toBe("unknown_device");
});
