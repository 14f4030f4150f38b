import type { SeededRandom } from "../../harness/seeded-random.ts";
import { mutated } from "./mutated.ts";

const keys = [
  "data",
  "value",
  "timestamp",
  "sensor_slug",
  "sensor_uuid",
  "battery_voltage",
  "__proto__",
  "a",
  "",
  "é",
];
const scalars = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "1",
  "1e308",
  "1e309",
  "-1e-400",
  "123456789012345678901234567890",
  "01",
  "+1",
  ".5",
  "NaN",
  '""',
  '"temperature"',
  '"2026-06-15T11:00:00Z"',
  '"2026-02-30T00:00:00Z"',
  '"9999-12-31T23:59:60Z"',
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
  "1781524800",
  "[]",
  "{}",
  '"a\nb"',
  "[[[[[[[[[[[[1]]]]]]]]]]]]",
  '"\u{1f600}"',
];
const values = ["1", "21.5", "-3", "0", "1e3"];
const depthMax = 4;

/** A body that is nearly right, wrong in a known way, a right one with changed bytes, or anything. */
export function badBody(random: SeededRandom): Buffer {
  const kind = random.fraction();
  if (kind < 0.3) return Buffer.from(`{"data":${json(random, 0)}}`);
  if (kind < 0.4) return Buffer.from(json(random, 0));
  if (kind < 0.5) return Buffer.from(goodBody(random));
  if (kind < 0.95) return mutated(Buffer.from(goodBody(random)), random);
  return Buffer.from(Array.from({ length: random.between(0, 200) }, () => random.between(0, 255)));
}

function json(random: SeededRandom, depth: number): string {
  const kind = random.fraction();
  if (depth === depthMax || kind < 0.3) return random.pick(scalars);
  const many = random.between(0, 4);
  if (kind < 0.5) return `[${Array.from({ length: many }, () => json(random, depth + 1)).join(",")}]`;
  const members = Array.from(
    { length: many },
    () => `${JSON.stringify(random.pick(keys))}:${json(random, depth + 1)}`,
  );
  return `{${members.join(",")}}`;
}

function goodBody(random: SeededRandom): string {
  const reading = () =>
    `{"value":${random.pick(values)},"timestamp":"2026-06-15T11:00:${random.between(10, 59)}Z","sensor_slug":"s","note":"x"}`;
  if (random.chance(0.5)) return `{"data":${reading()}}`;
  return `{"data":[${Array.from({ length: random.between(1, 4) }, reading).join(",")}],"battery_voltage":3.7}`;
}
