import { describe, expect, test } from "bun:test";
import type { DeviceFilter } from "./device-filter.ts";
import { type DeviceEvent, DeviceNews } from "./device-news.ts";

const nowMs = Date.UTC(2026, 5, 1, 12);
const minuteMs = 60_000;
const all: DeviceFilter = {
  search: "",
  group: null,
  tag: "",
  template: "",
  devices: "",
  attributes: new Map(),
  columns: "",
  status: "all",
  sort: "name",
  order: "asc",
};

/** A list of a device that was never seen, one that is online and one that is offline, in this order. */
function listOf(filter: Partial<DeviceFilter>) {
  const listed = new Map([
    ["new", null],
    ["online", nowMs - minuteMs],
    ["silent", nowMs - 20 * minuteMs],
  ]);
  const onlineForMs = new Map([["silent", 15 * minuteMs]]);
  return {
    filter: { ...all, ...filter },
    lastMs: ({ device, what }: DeviceEvent) =>
      what === "connected" || !listed.has(device) ? listed.get(device) : null,
    onlineForMs: (device: string) => onlineForMs.get(device),
    first: "new",
  };
}

const connects = (device: string, atMs = nowMs): DeviceEvent => ({ device, what: "connected", atMs });

describe("a list by name", () => {
  test("is reloaded when a device comes online, and not when it continues to send", () => {
    const news = new DeviceNews();
    const list = listOf({});
    expect(news.hear(connects("online"), list)).toBeFalse();
    expect(news.isBehind).toBeFalse();
    for (const device of ["new", "silent", "not listed"]) {
      expect(news.hear(connects(device), list)).toBeTrue();
      expect(news.hear(connects(device, nowMs + minuteMs), list)).toBeFalse();
    }
    expect([news.isBehind, news.movedCount]).toEqual([true, 0]);
  });

  test("uses the interval of a device to tell whether it comes back or continues to send", () => {
    const again = (onlineForMinutes: number) => {
      const list = { ...listOf({}), onlineForMs: () => onlineForMinutes * minuteMs };
      return new DeviceNews().hear(connects("silent"), list);
    };
    expect([again(19), again(20), again(180)]).toEqual([true, false, false]);
  });

  test("of one status counts the devices that enter and leave it", () => {
    const news = new DeviceNews();
    for (const device of ["new", "new", "online", "not listed"])
      news.hear(connects(device), listOf({ status: "never_seen" }));
    expect(news.movedCount).toBe(2);
    news.forget();
    expect([news.isBehind, news.movedCount]).toEqual([false, 0]);
  });

  test("of a search does not count devices that may not match", () => {
    const news = new DeviceNews();
    expect(news.hear(connects("not listed"), listOf({ status: "online", search: "pump" }))).toBeTrue();
    expect([news.isBehind, news.movedCount]).toEqual([true, 0]);
  });

  test("of recently rejected devices counts only the first rejection of each", () => {
    const news = new DeviceNews();
    const list = listOf({ status: "rejected" });
    const rejected: DeviceEvent = { device: "not listed", what: "rejected", atMs: nowMs };
    expect([news.hear(rejected, list), news.hear(rejected, list)]).toEqual([true, false]);
    expect([news.hear(connects("silent"), list), news.movedCount]).toEqual([true, 1]);
  });
});

test("by last connection is reordered by every device except its first", () => {
  const news = new DeviceNews();
  const list = { ...listOf({ sort: "last_connected" }), first: "online" };
  expect(news.hear(connects("online"), list)).toBeFalse();
  news.hear(connects("silent"), list);
  expect(news.hear(connects("silent", nowMs + minuteMs), list)).toBeTrue();
  expect(news.movedCount).toBe(1);
});
