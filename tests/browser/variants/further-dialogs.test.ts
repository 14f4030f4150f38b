import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../harness/describe-unless.ts";
import { whyNoBrowser } from "../harness/chromium.ts";
import { lookClosely as lookInTheDark } from "../harness/dark-and-phone-looks.ts";
import { lookClosely } from "../harness/desktop-looks.ts";
import { openMoment } from "../harness/every-moment.ts";
import { furtherDialogs } from "../harness/further-dialogs.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { type Findings, goAround, nothingFound } from "../harness/tour.ts";
import { people } from "../world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 600_000;

describeUnless(
  problem,
  "a dialog that not every run opens, in the light, in the dark and on a phone,",
  () => {
    let served: ServedWorld;
    let light: Findings;
    let dark: Findings;
    beforeAll(async () => {
      served = await serveWorld();
      const { browser, url, world } = served;
      const inside = { browser, url, person: people.owner, account: world.account };
      const tour = { stops: furtherDialogs(world), open: openMoment };
      [light, dark] = [nothingFound(), nothingFound()];
      await Promise.all([
        goAround(inside, { ...tour, look: lookClosely }, light),
        goAround({ ...inside, colourScheme: "dark" }, { ...tour, look: lookInTheDark }, dark),
      ]);
    }, setUpTimeoutMs + toursTimeoutMs);
    afterAll(() => served?.[Symbol.asyncDispose]());

    test("has no errors", () => {
      expect([...light.faults, ...dark.faults]).toEqual([]);
    });

    test("has no accessibility problems", () => {
      expect([...light.accessibility, ...dark.accessibility]).toEqual([]);
    });

    test("has selects with room for each of their choices, even on the narrowest phone", () => {
      expect(dark.choices).toEqual([]);
    });

    test("has no fields into which a phone zooms", () => {
      expect(dark.fields).toEqual([]);
    });

    test("fits a desktop, a phone and a tablet that is held upright", () => {
      expect([...light.desktop, ...dark.phone]).toEqual([]);
    });
  },
);
