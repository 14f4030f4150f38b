import { expect, test } from "bun:test";
import { LiveQuota } from "./live-quota.ts";

const take = (quota: LiveQuota, accountId: number, holder: string, tenantId = accountId) =>
  quota.take({ accountId, tenantId, holder });
const release = (quota: LiveQuota, accountId: number, holder: string) =>
  quota.release({ accountId, tenantId: accountId, holder });

test("names the limit that is reached, and counts down when a stream ends", () => {
  const quota = new LiveQuota({ total: 100, perAccount: 3, perHolder: 2 });
  expect([take(quota, 1, "user 1"), take(quota, 1, "user 1"), take(quota, 1, "user 1")]).toEqual([
    null,
    null,
    "perHolder",
  ]);
  expect([take(quota, 1, "user 2"), take(quota, 1, "user 2")]).toEqual([null, "perAccount"]);
  release(quota, 1, "user 1");
  expect([quota.total, take(quota, 1, "user 2")]).toEqual([2, null]);
});

test("counts a person's streams over all accounts", () => {
  const quota = new LiveQuota({ total: 100, perAccount: 10, perHolder: 2 });
  expect([take(quota, 1, "user 1"), take(quota, 2, "user 1"), take(quota, 3, "user 1")]).toEqual([
    null,
    null,
    "perHolder",
  ]);
});

test("leaves room for others however many streams a few accounts open", () => {
  const quota = new LiveQuota({ total: 1000, perAccount: 200, perHolder: 20 });
  const openAll = (accountId: number) => {
    let opened = 0;
    while (opened < 1000 && take(quota, accountId, `key ${accountId} ${opened}`) === null) opened++;
    return opened;
  };
  expect([1, 2, 3, 4, 5, 6].map(openAll)).toEqual([200, 200, 200, 200, 100, 50]);
  expect(take(quota, 7, "user 7")).toBeNull();
});

test("leaves room for others however many accounts one tenant has", () => {
  const quota = new LiveQuota({ total: 1000, perAccount: 200, perHolder: 20 });
  let opened = 0;
  for (let accountId = 1; accountId <= 12; accountId++) {
    for (let nth = 0; nth < 200; nth++)
      if (take(quota, accountId, `key ${accountId} ${nth}`, 1) === null) opened++;
  }
  expect(opened).toBe(500);
  for (let nth = 0; nth < 200; nth++) expect(take(quota, 20, `user ${nth}`)).toBeNull();
});
