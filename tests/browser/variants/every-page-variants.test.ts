import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../../harness/describe-unless.ts";
import type { SeenTexts } from "../harness/accessibility.ts";
import { whyNoBrowser } from "../harness/chromium.ts";
import {
  lookAtPage,
  lookBriefly,
  lookClosely,
  lookUnderFinger,
  noteOffers,
} from "../harness/dark-and-phone-looks.ts";
import type { Place } from "../harness/every-page.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { type Findings, nothingFound } from "../harness/tour.ts";
import { phone } from "../harness/visit.ts";
import { seeEveryMoment, seeEveryPage, seePagesInside } from "../harness/world-tours.ts";
import { people } from "../world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 600_000;
const texts: SeenTexts = new Set();
/** Has two pixels for each of CSS, because some places have drawings. */
const darkScreen = { colourScheme: "dark", pixelRatio: 2 } as const;

/** Buttons and links that the pages offer to owners only. */
const forOwners = [
  "Invite member",
  "Remove Cleo Marsh",
  "Revoke the invitation for dario@riverside.example",
  "Create key",
  "Revoke Grafana",
  "Rename",
];

describeUnless(problem, "in the dark, on phones and for other roles,", () => {
  let served: ServedWorld;
  beforeAll(async () => {
    served = await serveWorld();
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  describe("every page", () => testPages(() => served));
  // Comes last, because opening things changes the seeded world here and there.
  describe("a page with a dialog or a panel open, or on its first day,", () => testMoments(() => served));
});

function testPages(served: () => ServedWorld): void {
  let owner: Findings;
  let editor: Findings;
  let viewer: Findings;
  beforeAll(async () => {
    owner = await seeEveryPage(served(), lookAtPage, darkScreen, nothingFound(texts));
    editor = await seePagesInside(served(), people.editor, { look: lookOnPhone, viewport: phone });
    viewer = await seePagesInside(served(), people.viewer, {
      look: (page, _, found) => noteOffers(page, found),
    });
  }, toursTimeoutMs);

  test("requests nothing that is refused to an owner, to a viewer, or to an editor on a phone", () => {
    for (const { faults } of [owner, viewer, editor]) expect(faults).toEqual([]);
  });

  test("offers owner actions to owners only", () => {
    const offered = ({ offers }: Findings) => forOwners.filter((name) => offers.has(name));
    expect(offered(owner)).toEqual(forOwners);
    expect(offered(editor)).toEqual([]);
    expect(offered(viewer)).toEqual([]);
  });

  test("has only targets on a phone that a finger can hit, and whole lines of text", () => {
    expect([...owner.targets, ...editor.targets]).toEqual([]);
    expect([...owner.lines, ...editor.lines]).toEqual([]);
  });

  test("has enough contrast, and no accessibility problems on a phone", () => {
    expect(owner.accessibility).toEqual([]);
  });

  test("has selects with room for each of their choices, even on the narrowest phone", () => {
    expect(owner.choices).toEqual([]);
  });

  test("has no fields into which a phone zooms", () => {
    expect(owner.fields).toEqual([]);
  });

  test("fits a phone, with the navigation at the bottom, and a tablet that is held upright", () => {
    expect(owner.phone).toEqual([]);
  });
}

function testMoments(served: () => ServedWorld): void {
  let found: Findings;
  beforeAll(async () => {
    const looks = { briefly: lookBriefly, closely: lookClosely };
    found = await seeEveryMoment(served(), looks, darkScreen, texts);
  }, toursTimeoutMs);

  test("has no errors", () => {
    expect(found.faults).toEqual([]);
  });

  test("has enough contrast, and no accessibility problems on a phone", () => {
    expect(found.accessibility).toEqual([]);
  });

  test("has selects with room for each of their choices, even on the narrowest phone", () => {
    expect(found.choices).toEqual([]);
  });

  test("has no fields into which a phone zooms", () => {
    expect(found.fields).toEqual([]);
  });

  test("fits a phone, and a tablet that is held upright", () => {
    expect(found.phone).toEqual([]);
  });
}

async function lookOnPhone(page: Page, place: Place, found: Findings): Promise<void> {
  await noteOffers(page, found, true);
  await lookUnderFinger(page, place, found);
}
