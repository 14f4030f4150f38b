import type { CDPSession, Page } from "playwright-core";

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Gives the page a touch screen instead of a mouse, as on a phone, or takes it away again. */
export async function useFinger(page: Page, isUsed: boolean): Promise<void> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, known);
  const session = await known;
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: isUsed, maxTouchPoints: 5 });
}
