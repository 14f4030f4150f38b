import type { ManageSession } from "./manage-session.ts";

/** Creates a chain and publishes it. */
export async function createPublished(owner: ManageSession, name: string): Promise<string> {
  const { uuid } = await owner.do("POST", "./chains", { name });
  await owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
  return uuid;
}

/** Whether the draft of the chain has this text. */
export async function isDrafted(owner: ManageSession, chain: string, text: string): Promise<boolean> {
  const { draft } = await owner.do("GET", `./chains/${chain}`);
  return JSON.stringify(draft).includes(text);
}

/** Gives the last node of the draft this name, as somebody else would, or the same person in another window. */
export async function draftElsewhere(owner: ManageSession, chain: string, name: string): Promise<void> {
  const { draft, definition } = await owner.do("GET", `./chains/${chain}`);
  const changed = renamed(draft?.definition ?? definition, name);
  const headers = draft === null ? {} : { "If-Match": `"${draft.revision}"` };
  await owner.do("PUT", `./chains/${chain}/draft`, changed, headers);
}

function renamed(definition: { nodes: { name?: string }[] }, name: string) {
  return {
    ...definition,
    nodes: definition.nodes.map((node, place, { length }) =>
      place === length - 1 ? { ...node, name } : node,
    ),
  };
}
