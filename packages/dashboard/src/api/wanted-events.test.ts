import { describe, expect, test } from "bun:test";
import { allEvents, covers, queryOf, type Wish, wantedEvents } from "./wanted-events.ts";

const valuesOf = (...sensors: string[]): Wish => ({ kind: "value", sensors: new Set(sensors) });
const of = (kind: Wish["kind"]): Wish => ({ kind, sensors: null });

describe("the events that a page wants", () => {
  test("are those of all its components", () => {
    const wanted = wantedEvents([of("alarm"), valuesOf("b"), valuesOf("a", "b")]);
    expect(wanted).toEqual({ requests: false, sensors: ["a", "b"] });
    expect(queryOf(wanted)).toEqual({ kinds: "value,alarm,device,deletion,chain", values: "a,b" });
  });

  test("contain no values if no component shows any", () => {
    expect(queryOf(wantedEvents([of("alarm"), of("reset"), of("outcome")]))).toEqual({
      kinds: "alarm,device,deletion,chain,activity,outcome",
    });
  });

  test("contain all values if one component shows all, or if there are too many to name", () => {
    expect(wantedEvents([valuesOf("a"), of("value")]).sensors).toBeNull();
    const many = Array.from({ length: 151 }, (_, nth) => `s${nth}`);
    expect(wantedEvents([valuesOf(...many)]).sensors).toBeNull();
    expect(queryOf(allEvents)).toEqual({});
  });
});

test("tells whether a stream contains all that is wanted", () => {
  const board = wantedEvents([valuesOf("a", "b")]);
  expect(covers(allEvents, board)).toBe(true);
  expect(covers(board, wantedEvents([valuesOf("b")]))).toBe(true);
  expect(covers(board, wantedEvents([of("alarm")]))).toBe(true);
  expect(covers(board, wantedEvents([valuesOf("c")]))).toBe(false);
  expect(covers(board, wantedEvents([of("value")]))).toBe(false);
  expect(covers(board, wantedEvents([of("activity")]))).toBe(false);
});
