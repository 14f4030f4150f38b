import { expect, test } from "bun:test";
import type { LiveRequest } from "@weir/protocol/manage/live-events";
import { liveEventToJson } from "./live-event-json.ts";

test("sends the value of a lost reading only to listeners who may read values", () => {
  const first: NonNullable<LiveRequest["unsaved"]>["first"] = {
    fate: "ended",
    value: 18.5,
    output: "false",
    chain: null,
    node: null,
    sensor: { uuid: "s", slug: "temperature", name: "Temperature" },
  };
  const request = { id: "r1", unsaved: { not_saved: 1, failed: 0, first } } as unknown as LiveRequest;
  for (const kind of ["activity", "outcome"] as const) {
    const event = { kind, accountId: 1, device: "d1", request };
    expect(liveEventToJson(event, { mayReadValues: true })).toEqual(request);
    const { unsaved } = liveEventToJson(event, { mayReadValues: false }) as LiveRequest;
    expect(unsaved).toEqual({ not_saved: 1, failed: 0, first: { ...first, value: null } });
  }
});
