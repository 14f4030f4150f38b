import { expect, test } from "bun:test";
import { LiveQuota } from "./live-quota.ts";

test("names the limit that is reached, and counts down when a stream ends", () => {
  const quota = new LiveQuota({ total: 100, perAccount: 3, perHolder: 2 });
  expect([quota.take(1, "user 1"), quota.take(1, "user 1"), quota.take(1, "user 1")]).toEqual([
    null,
    null,
    "perHolder",
  ]);
  expect([quota.take(1, "user 2"), quota.take(1, "user 2")]).toEqual([null, "perAccount"]);
  quota.release(1, "user 1");
  expect([quota.total, quota.take(1, "user 2")]).toEqual([2, null]);
});

test("counts a person's streams over all accounts", () => {
  const quota = new LiveQuota({ total: 100, perAccount: 10, perHolder: 2 });
  expect([quota.take(1, "user 1"), quota.take(2, "user 1"), quota.take(3, "user 1")]).toEqual([
    null,
    null,
    "perHolder",
  ]);
});

test("leaves room for others however many streams a few accounts open", () => {
  const quota = new LiveQuota({ total: 1000, perAccount: 200, perHolder: 20 });
  const openAll = (accountId: number) => {
    let opened = 0;
    while (opened < 1000 && quota.take(accountId, `key ${accountId} ${opened}`) === null) opened++;
    return opened;
  };
  expect([1, 2, 3, 4, 5, 6].map(openAll)).toEqual([200, 200, 200, 200, 100, 50]);
  expect(quota.take(7, "user 7")).toBeNull();
});
