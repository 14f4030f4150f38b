import { expect, test } from "bun:test";
import { exportRoutes } from "@weir/protocol/manage/export-routes";
import { deleteMembership } from "../control/people/memberships.ts";
import type { HandlersOf } from "../manage/core/handler.ts";
import { createApiKey, revokeApiKey } from "../manage/people/api-keys.ts";
import { createPeopleAccessControl } from "../manage/people/people-access-control.ts";
import { createSession } from "../manage/people/sessions.ts";
import { unwrap } from "../manage/test-control.ts";
import { ApiUnderTest } from "../manage/testing/api-under-test.ts";
import type { AccessControl } from "./access-control.ts";

/** An export of two pieces. `between` happens after the first of them. */
async function open() {
  let between = async () => undefined as unknown;
  async function* pieces() {
    yield Buffer.from("first,");
    await between();
    yield Buffer.from("second");
  }
  const answer = async () => ({ ok: true as const, answer: { status: 200, headers: {}, body: pieces() } });
  const handlers: HandlersOf<typeof exportRoutes> = { exportReadings: answer, exportDeviceReadings: answer };
  let real: AccessControl | null = null;
  const access: AccessControl = {
    identify: (request) => real!.identify(request),
    accessTo: (caller, account) => real!.accessTo(caller, account),
  };
  const api = await ApiUnderTest.create(exportRoutes, handlers, { access });
  real = createPeopleAccessControl(api.control);
  const account = await api.addAccount("Plant");
  const userId = await api.addMember("ada@example.org", account);
  const { control } = api;
  const nowUs = control.nowUs();
  const session = await control.transact((tx) =>
    createSession(tx, userId, { source: "192.0.2.1", userAgent: "" }, nowUs),
  );
  const terms = { name: "Grafana", scopes: ["readings:read"], expiresAt: null, createdBy: "ada" } as const;
  const key = unwrap(await createApiKey(control, account.id, terms));
  const byKey = { authorization: `Bearer ${key.text}` };
  const bySession = { cookie: `__Host-weir_session=${session.token}` };
  const read = async (headers: Record<string, string>, during: () => Promise<unknown>) => {
    between = async () => {
      await during();
      api.clock.advanceMs(1000);
    };
    const call = { query: { sensors: crypto.randomUUID() }, headers };
    return (await api.as("nobody", account).call("exportReadings", call)).text;
  };
  return { api, account, userId, session, key, byKey, bySession, read };
}

test("a long answer goes on while its caller has access", async () => {
  const { api, byKey, bySession, read } = await open();
  await using _ = api;
  for (const headers of [byKey, bySession]) {
    expect(await read(headers, async () => undefined)).toBe("first,second");
  }
});

test.each(["key", "session", "membership"] as const)(
  "a long answer is cut off when the %s of its caller is revoked",
  async (revoked) => {
    const { api, account, userId, session, key, byKey, bySession, read } = await open();
    await using _ = api;
    const { control } = api;
    const revoke = {
      key: () => revokeApiKey(control, account.id, key.uuid),
      session: () =>
        control.transact((tx) => tx.deleteFrom("sessions").where("id", "=", session.id).execute()),
      membership: () => control.transact((tx) => deleteMembership(tx, { accountId: account.id, userId })),
    };
    const reading = read(revoked === "key" ? byKey : bySession, revoke[revoked]);
    expect(await reading.catch(({ code }: { code: string }) => code)).toBe("access_ended");
  },
);
