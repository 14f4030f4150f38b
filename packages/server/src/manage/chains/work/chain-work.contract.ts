import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { codeOf, unwrap } from "../../test-control.ts";
import { leadingTo, line, saving, savingAbove, testNode } from "../test-chains.ts";
import type { Trial } from "../trial/chain-trial.ts";
import { accountOwner, type ChainWork, noPages } from "./chain-work.ts";
import { testReadings } from "./test-heavy-chains.ts";

/**
 * Checks what every way of doing chain work promises. `open` is called for each test, and the work is closed after it.
 */
export function chainWorkContract(name: string, open: () => Promise<ChainWork>): void {
  const owner = accountOwner(1);
  const other = "00000000-0000-4000-8000-000000000001";

  function testWork(promise: string, check: (work: ChainWork) => Promise<void>): void {
    test(`${name}: ${promise}`, async () => {
      const work = await open();
      try {
        await check(work);
      } finally {
        work.close();
      }
    });
  }

  function trialOf(definition: ChainDefinition, published: ChainDefinition | null = null): Trial {
    return {
      definition,
      published: published === null ? null : { title: "Published", definition: published },
      sensorIds: new Map([["temperature", 1]]),
      chains: new Map([[other, { name: "Other", text: JSON.stringify(saving) }]]),
    };
  }

  testWork("finds out what others need to know of a chain", async (work) => {
    const facts = unwrap(await work.facts(owner, leadingTo(other)));
    expect(facts).toMatchObject({ links: [{ nodeId: "on", to: other }], hasSaveStep: false, problems: [] });
    const broken = line(testNode("odd", "no-such-type"));
    const { problems } = unwrap(await work.facts(owner, broken));
    expect(problems.map(({ severity, nodeId }) => [severity, nodeId])).toEqual([["error", "odd"]]);
  });

  testWork("tries an alert rule on pages of readings, up to a number of them", async (work) => {
    const condition = { kind: "above", limit: 1, hysteresis: 0, for_readings: 1, for_seconds: 0 } as const;
    async function* pages() {
      yield testReadings(0, 2, 0);
      yield testReadings(0, 0, 0, 2);
    }
    const order = { condition, untilUs: 1e15, readingsMax: 100 };
    const all = unwrap(await work.tryAlertRule(owner, order, pages()));
    expect(all).toMatchObject({ readings: 7, isComplete: true, raised: 2, isActive: true });
    const some = unwrap(await work.tryAlertRule(owner, { ...order, readingsMax: 3 }, pages()));
    expect(some).toMatchObject({ readings: 3, isComplete: false, raised: 1, isActive: false });
  });

  testWork("checks expressions", async (work) => {
    const check = async (text: string) => unwrap(await work.checkExpression(owner, { text, result: "bool" }));
    expect(await check("value > 1.0")).toEqual({ ok: true });
    expect(await check("value >")).toMatchObject({ ok: false });
  });

  testWork(
    "tries a chain, with what it keeps from reading to reading and the chains it leads to",
    async (work) => {
      const trial = trialOf(
        line(testNode("row", "consecutive-threshold", { operator: ">", value: 0, count: 2 })),
      );
      const runs = unwrap(await work.rehearse(owner, trial, testReadings(1, 1, 0)));
      expect(runs.map(({ steps }) => steps.at(-1)!.output)).toEqual(["below", "reached", "below"]);
      const [handedOn] = unwrap(await work.rehearse(owner, trialOf(leadingTo(other)), testReadings(1)));
      expect(handedOn!.outcome).toEqual({ kind: "saved" });
      expect(codeOf(await work.rehearse(owner, trialOf(line(testNode("odd", "odd"))), []))).toBe(
        "chain_invalid",
      );
    },
  );

  testWork("compares page by page, and reads no more than it needs", async (work) => {
    const readings = testReadings(...Array.from({ length: 30 }, (_, index) => index));
    let read = 0;
    const pages = async function* () {
      for (let from = 0; from < readings.length; from += 10) {
        read++;
        yield readings.slice(from, from + 10);
      }
    };
    const trial = trialOf(savingAbove(4), saving);
    const all = unwrap(await work.compare(owner, trial, { pages: pages(), readingsMax: 1000 }));
    expect(all).toMatchObject({ readings: 30, differing: 5, isComplete: true, untilUs: 29 });
    read = 0;
    const some = unwrap(await work.compare(owner, trial, { pages: pages(), readingsMax: 10 }));
    expect(some).toMatchObject({ readings: 10, differing: 5, isComplete: false, untilUs: 9 });
    expect(read).toBe(2);
    const unpublished = await work.compare(owner, trialOf(saving), { pages: noPages(), readingsMax: 10 });
    expect(codeOf(unpublished)).toBe("chain_unpublished");
  });
}
