import { loadDialogs } from "./dialog.tsx";
import { loadMenus } from "./menu.tsx";

/** Loads what dialogs and menus consist of ahead of time, and returns whether that worked. */
export async function loadOverlays(): Promise<boolean> {
  const loaded = await Promise.all([loadDialogs(), loadMenus()]);
  return loaded.every(Boolean);
}
