/**
 * Kills Weir under load for as long as asked: `bun tests/crash/soak.ts --rounds 200 [--seed 1]`. Ends with code 1 when
 * a promise was broken. The test of the same name in `npm test` is the short form.
 */
import { parseArgs } from "node:util";
import { runSeed } from "../harness/seeded-random.ts";
import { brokenPromises } from "./broken-promises.ts";
import { crashRun } from "./crash-run.ts";

const roundsPerRun = 50;

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, seed: { type: "string" } },
});
const rounds = Number(values.rounds);
const firstSeed = values.seed === undefined ? runSeed() : Number(values.seed);

let acknowledged = 0;
for (let done = 0; done < rounds; done += roundsPerRun) {
  const seed = firstSeed + done;
  const result = await crashRun({ seed, rounds: Math.min(roundsPerRun, rounds - done) });
  const broken = brokenPromises(result);
  acknowledged += result.acknowledged;
  console.log(`seed ${seed}: ${result.acknowledged} readings acknowledged, ${result.rows} stored`);
  if (broken.length > 0) {
    console.error(broken.join("\n"));
    process.exit(1);
  }
}
console.log(
  `${rounds} rounds of kills, ${acknowledged} readings acknowledged, every one stored exactly once.`,
);
