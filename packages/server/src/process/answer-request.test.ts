import { expect, test } from "bun:test";
import { ReadingRemover } from "../store/sqlite/reading-remover.ts";
import { answerRequest } from "./answer-request.ts";
import { TestProcessing } from "./test-processing.ts";

test("readings of a range are deleted a portion at a time, until it is complete", () => {
  using scene = new TestProcessing();
  const { position } = scene.appendMany(5);
  const processor = scene.processor();
  while (processor.settleNext() > 0);
  expect(processor.position).toBe(position);
  const { outbox, ...live } = scene.parts();
  const parts = {
    ...{ processor, chains: scene.chains, traces: processor.traces, outbox, live: { ...live, outbox } },
    remover: new ReadingRemover(scene.store.database),
  };
  const request = { kind: "delete readings", sensorId: 1, fromUs: 100, toUs: 12_000 } as const;
  expect(answerRequest(request, parts)).toEqual({ deleted: 5000, complete: false });
  expect(answerRequest(request, parts)).toEqual({ deleted: 5000, complete: false });
  expect(answerRequest(request, parts)).toEqual({ deleted: 1900, complete: true });
  expect(answerRequest(request, parts)).toEqual({ deleted: 0, complete: true });
  expect(scene.times()).toEqual(Array.from({ length: 600 }, (_, nth) => (nth < 100 ? nth : nth + 11_900)));
});
