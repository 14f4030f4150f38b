import { describe, expect, test } from "bun:test";
import { Ledger, nothingWrong, type SentReading } from "./ledger.ts";

const reading: SentReading = { value: 1.5, sensorId: 7, atUs: 1_000_000, metadata: null };
const row = { sensorId: 7, atUs: 1_000_000, value: 1.5, metadata: null };

function acknowledged(): Ledger {
  const ledger = new Ledger();
  ledger.acknowledge(ledger.send(reading), "accepted");
  return ledger;
}

describe("Ledger", () => {
  test("finds nothing wrong with a store that holds what was acknowledged", () => {
    expect(acknowledged().compare([row])).toEqual(nothingWrong);
  });

  test("accepts a reading that was sent and never acknowledged, stored or not", () => {
    const ledger = new Ledger();
    ledger.send(reading);
    expect(ledger.compare([])).toEqual(nothingWrong);
    expect(ledger.compare([row])).toEqual(nothingWrong);
  });

  test("reports an acknowledged reading that is not stored", () => {
    expect(acknowledged().compare([]).lost).toHaveLength(1);
  });

  test("reports a reading that is stored at two times", () => {
    expect(acknowledged().compare([row, { ...row, atUs: 2_000_000 }]).storedTwice).toHaveLength(1);
  });

  test.each([
    { ...row, sensorId: 8 },
    { ...row, atUs: 2_000_000 },
    { ...row, metadata: "{}" },
  ])("reports a reading that is stored as %j", (stored) => {
    expect(acknowledged().compare([stored]).altered).toHaveLength(1);
  });

  test("reports a row that nobody sent", () => {
    expect(acknowledged().compare([row, { ...row, value: 2 }]).neverSent).toHaveLength(1);
  });
});
