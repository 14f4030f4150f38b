import { expect, test } from "bun:test";
import { limitNames, limitRoutes } from "@weir/protocol/manage/limit-routes";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { limitHandlers } from "./limit-handlers.ts";

test("lists every limit with the account's use of it, and nothing of others", async () => {
  const asked: number[] = [];
  await using api = await ApiUnderTest.create(limitRoutes, limitHandlers, {
    parts: {
      uses: {
        async of(accountId) {
          asked.push(accountId);
          return {
            devices: 1,
            sensors: 2,
            controlBytes: 3,
            auditEntries: 4,
            quarantined: 0,
            queueBytes: 512,
            identities: 77,
            traces: 3,
            storedReadings: 9,
            processedPercent: 1.234,
            streams: 7,
            chainChecks: 0,
            chainCheckS: 0.5678,
            mailsToday: 12,
          };
        },
        ofAll: async () => ({ queueBytes: 21, parkedBytes: 22, identities: 23 }),
      },
    },
  });
  const account = await api.addAccount("Plant");
  const { status, json } = await api.as("viewer", account).call("showLimits");
  expect([status, asked]).toEqual([200, [account.id]]);
  const items = json.items as { name: string; used: number | null; setting: string | null }[];
  expect(items.map(({ name }) => name)).toEqual([...limitNames]);
  expect(Object.fromEntries(items.map(({ name, used: of }) => [name, of]))).toEqual({
    devices: 1,
    sensors: 2,
    control_bytes: 3,
    stored_readings: 9,
    processing_share: 1.2,
    queue_bytes: 512,
    identities: 77,
    audit_entries: 4,
    quarantined_readings: 0,
    traces: 3,
    live_streams: 7,
    chain_checks: 0,
    chain_check_seconds: 0.6,
    mails_today: 12,
    server_queue_bytes: null,
    server_parked_bytes: null,
    server_identities: null,
  });
  expect(items.find(({ name }) => name === "live_streams")!.setting).toBe("streams_per_account");
  const shared = (await api.asOperator().call("showServerLimits")).json.items;
  expect(shared).toMatchObject([{ used: 21, shared: true }, { used: 22 }, { used: 23 }]);
});
