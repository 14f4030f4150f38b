import { expect, test } from "bun:test";
import { Gate, StoppedError } from "./gate.ts";

test("holds work while it is paused, and ends it when it is stopped", async () => {
  const gate = new Gate();
  await gate.pass();
  gate.pause();
  let isThrough = false;
  const held = gate.pass().then(() => {
    isThrough = true;
  });
  await Promise.resolve();
  expect(isThrough).toBe(false);
  gate.resume();
  await held;
  const waiting = gate.wait(600_000);
  gate.pause();
  const stopped = gate.pass();
  gate.stop();
  await waiting;
  await expect(stopped).rejects.toThrow(StoppedError);
  await expect(gate.pass()).rejects.toThrow(StoppedError);
});
