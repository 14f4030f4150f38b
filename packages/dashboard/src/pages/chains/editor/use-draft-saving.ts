import type { ChainDefinition } from "@weir/rule-engine/chain";
import { type ReactElement, useCallback, useEffect, useMemo } from "react";
import { call } from "../../../api/client.ts";
import { refresh } from "../../../api/queries.ts";
import { useUnsaved } from "../../../ui/use-unsaved.tsx";
import { definitionBody, type EditorStore } from "../model/editor-store.ts";
import { DraftSaver, rememberChain } from "./draft-saver.ts";
import { useEditorPart } from "./use-editor.ts";

/** How long leaving waits for the draft to be saved before it asks. */
const patienceMs = 2000;

export interface DraftSaving {
  /** Saves what is not saved yet; false if that failed. */
  readonly flush: () => Promise<boolean>;
  /** Saves nothing more, because what is here is saved elsewhere. Leaving asks nothing then. */
  readonly stop: () => void;
  /** Replaces someone else's draft with the one here. Returns the replaced one. */
  readonly keepMine: () => Promise<ChainDefinition>;
  /** Replaces the draft here with someone else's. */
  readonly takeTheirs: () => Promise<void>;
  /** The dialog that leaving shows if something cannot be saved. */
  readonly question: ReactElement | null;
}

/** Shows what the server has and discards what was here. */
async function showAnew(store: EditorStore): Promise<void> {
  const { uuid } = store.get().chain;
  const chain = await call("showChain", { params: { chain: uuid } });
  await rememberChain(uuid, () => chain);
  store.replace(chain);
}

/** Continues with what was published here. Earlier edits can still be undone, which starts a new draft. */
export async function showPublished(
  store: EditorStore,
  published: ChainDefinition,
  version: number,
): Promise<void> {
  // Approximate; the next response of the server has the exact time.
  const publishedAt = new Date().toISOString();
  store.set({ published, publishedVersion: version, publishedAt, draftRevision: null });
  const definition = definitionBody(published);
  await rememberChain(
    store.get().chain.uuid,
    (known) => known && { ...known, definition, draft: null, live: { version, published_at: publishedAt } },
  );
  void refresh("showChain");
}

export function useDraftSaving(store: EditorStore): DraftSaving {
  const saver = useMemo(() => new DraftSaver(store), [store]);
  useEffect(() => {
    const stop = saver.follow();
    const flush = () => void saver.flush();
    addEventListener("beforeunload", flush);
    return () => {
      stop();
      removeEventListener("beforeunload", flush);
    };
  }, [saver]);
  const isSaved = useEditorPart(({ saving }) => saving === "saved");
  const saveInTime = () => Promise.race([saver.flush(), falseAfter(patienceMs)]);
  const { question } = useUnsaved(isSaved ? [] : ["changes to this chain"], undefined, saveInTime);
  const takeTheirs = useCallback(() => showAnew(store), [store]);
  const keepMine = useCallback(async () => {
    const chain = await call("showChain", { params: { chain: store.get().chain.uuid } });
    store.set({ draftRevision: chain.draft?.revision ?? null, saving: "waiting" });
    await saver.flush();
    return (chain.draft?.definition ?? chain.definition) as ChainDefinition;
  }, [store, saver]);
  return { flush: saver.flush, stop: saver.stop, keepMine, takeTheirs, question };
}

function falseAfter(ms: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, ms, false));
}
