import type { ExpressionInput } from "./expression-input.ts";

/** A reading with a value in every field. Deeply frozen: an expression must change nothing. */
export function testReading(changes: Partial<ExpressionInput> = {}): ExpressionInput {
  return deepFreeze({
    value: 21.5,
    atUs: Date.UTC(2026, 10, 15, 8, 30, 12) * 1_000 + 345_678,
    previousValue: 20,
    previousAtUs: Date.UTC(2026, 10, 15, 8, 0, 12) * 1_000,
    hasPrevious: true,
    source: {
      sensor: {
        uuid: "4f7c3f1e-6f0b-4a49-9d0e-1d1a5c3e2b10",
        slug: "pump-7",
        name: "Temperature",
        type: "temperature",
        unit: "°C",
      },
      device: {
        uuid: "0b8e6f52-7a1d-4a0c-8f57-2d3c4b5a6978",
        name: "Pump 1",
        group: "",
        tags: ["cellar", "test"],
        attributes: { floor: 2, site: "north", heated: true },
      },
      account: { uuid: "9a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9", name: "Acme" },
    },
    metadata: JSON.parse(
      '{"site":"north","level":3,"on":true,"none":null,"tags":["a","b"],"numbers":[3,1,2],"deep":{"a":{"b":1}},"firmware version":"1.2"}',
    ),
    batteryVolts: 3.4,
    ...changes,
  });
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
