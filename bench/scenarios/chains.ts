import { fileURLToPath } from "node:url";
import { median, type Scenario } from "./scenario.ts";

const script = fileURLToPath(new URL("../chains/measure-chains.ts", import.meta.url));
const ways = [
  "none",
  "default",
  "other rules",
  "own rules",
  "five",
  "one of many",
  "many",
  "one of many, stored",
  "many, stored",
] as const;
type Way = (typeof ways)[number];

const stored = ", stored";
const defaultChainUsMax = 0.15;
const otherRulesUsMax = 0.1;
/** Corresponds to 500,000 readings per second on one core. */
const fiveNodesUsMax = 2;
/** Slightly more than one, to allow for the noise of two measurements. */
const manyToOneMax = 1.1;

export const chains: Scenario = {
  name: "chains",
  about:
    "rule chains: none, the default, beside 1,000 alert rules, five nodes, and a thousand different ones, without and with storage",

  async run({ rounds, say, workspace }) {
    const measured = new Map<Way, number[]>(ways.map((way) => [way, []]));
    for (let round = 1; round <= rounds; round++) {
      for (const way of ways) {
        const folder = way.endsWith(stored) ? workspace.folder("chains") : null;
        measured.get(way)!.push(await usPerReading(way, folder));
        if (folder !== null) workspace.remove(folder);
      }
      const latest = ways.map((way) => `${way} ${measured.get(way)!.at(-1)!.toFixed(3)}`);
      say(`  round ${round}  us CPU a reading: ${latest.join(", ")}`);
    }
    const of = (way: Way): number => median(measured.get(way)!);
    const perRound = (a: Way, b: Way): number[] =>
      measured.get(a)!.map((value, round) => value / measured.get(b)![round]!);
    const differences = (a: Way, b: Way): number[] =>
      measured.get(a)!.map((value, round) => value - measured.get(b)![round]!);
    return {
      details: Object.fromEntries(measured),
      disturbedRounds: 0,
      findings: [
        {
          what: "the default chain, over no chain at all",
          measured: of("default") - of("none"),
          unit: "us",
          target: { atMost: defaultChainUsMax },
        },
        {
          what: "1,000 alert rules, cost for a reading that none of them concerns",
          measured: median(differences("other rules", "default")),
          unit: "us",
          target: { atMost: otherRulesUsMax },
        },
        {
          what: "an alert rule, cost for a reading that it judges",
          measured: median(differences("own rules", "default")),
          unit: "us",
        },
        {
          what: "five nodes (compare, scale, deadband, switch, save), cost of a reading",
          measured: of("five"),
          unit: "us",
          target: { atMost: fiveNodesUsMax },
        },
        {
          what: "1,000 different chains in use, to one, cost of a reading in the processor",
          measured: median(perRound("many, stored", "one of many, stored")),
          unit: "x",
          target: { atMost: manyToOneMax },
        },
        {
          what: "1,000 different chains in use, to one, without storage",
          measured: median(perRound("many", "one of many")),
          unit: "x",
        },
      ],
    };
  },
};

async function usPerReading(way: Way, folder: string | null): Promise<number> {
  const args = [way.replace(stored, ""), ...(folder === null ? [] : [folder])];
  const child = Bun.spawn([process.execPath, script, ...args], { stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`Measuring chains (${way}) failed.`);
  return Number(text);
}
