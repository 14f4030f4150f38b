import type { ChainDefinition } from "@weir/rule-engine/chain";
import { useCallback, useEffect, useMemo } from "react";
import { call } from "../../../api/client.ts";
import { isProblem } from "../../../api/problem.ts";
import { queryClient, refresh } from "../../../api/queries.ts";
import { definitionBody } from "./editor-state.ts";
import type { ChainDetails, EditorStore } from "./editor-store.ts";

const pauseMs = 700;

export interface DraftSaving {
  /** Saves what is not saved yet; false where it could not be. */
  readonly flush: () => Promise<boolean>;
  /** Replaces what somebody else drafted by what is here. Gives what is replaced. */
  readonly keepMine: () => Promise<ChainDefinition>;
  /** Gives up what is here for what somebody else drafted. */
  readonly takeTheirs: () => Promise<void>;
}

/**
 * Saves the draft whenever somebody pauses, one request at a time, each based on the revision that came back from the
 * one before. Where somebody else was quicker nothing is saved any more until it is decided whose draft it is.
 */
class DraftSaver {
  readonly #store: EditorStore;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;

  constructor(store: EditorStore) {
    this.#store = store;
  }

  notice = (): void => {
    if (this.#store.get().saving !== "waiting") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pauseMs);
  };

  flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer);
    while (this.#running !== null) await this.#running;
    const { saving } = this.#store.get();
    if (saving !== "waiting" && saving !== "failed") return saving === "saved";
    this.#running = this.#save().finally(() => {
      this.#running = null;
    });
    return this.#running;
  };

  async #save(): Promise<boolean> {
    const store = this.#store;
    const { chain, definition, draftRevision } = store.get();
    store.set({ saving: "saving" });
    try {
      const draft = await call("saveDraft", {
        params: { chain: chain.uuid },
        body: definitionBody(definition),
        ifMatch: draftRevision === null ? undefined : `"${draftRevision}"`,
      });
      await rememberChain(chain.uuid, (known) => known && { ...known, draft });
      const isCurrent = store.get().definition === definition;
      store.set({ draftRevision: draft.revision, saving: isCurrent ? "saved" : "waiting" });
      void refresh("listChains", "diffChain");
      return true;
    } catch (error) {
      const isOvertaken = isProblem(error, "changed_meanwhile") || isProblem(error, "if_match_needed");
      store.set({ saving: isOvertaken ? "conflict" : "failed" });
      return false;
    }
  }
}

/** Keeps what the server has now. What was asked for before must not come after it: it would bring back the old. */
async function rememberChain(
  chain: string,
  update: (known: ChainDetails | undefined) => ChainDetails | undefined,
): Promise<void> {
  const queryKey = ["showChain", { params: { chain } }];
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, update);
}

/** Shows what the server has now, whatever was here. */
export async function showAnew(store: EditorStore): Promise<void> {
  const { uuid } = store.get().chain;
  const chain = await call("showChain", { params: { chain: uuid } });
  await rememberChain(uuid, () => chain);
  store.replace(chain);
}

export function useDraftSaving(store: EditorStore): DraftSaving {
  const saver = useMemo(() => new DraftSaver(store), [store]);
  useEffect(() => {
    const stop = store.listen(saver.notice);
    const warn = (event: BeforeUnloadEvent) => {
      if (store.get().saving !== "saved") event.preventDefault();
      void saver.flush();
    };
    addEventListener("beforeunload", warn);
    return () => {
      stop();
      removeEventListener("beforeunload", warn);
      void saver.flush();
    };
  }, [store, saver]);
  const takeTheirs = useCallback(() => showAnew(store), [store]);
  const keepMine = useCallback(async () => {
    const chain = await call("showChain", { params: { chain: store.get().chain.uuid } });
    store.set({ draftRevision: chain.draft?.revision ?? null, saving: "waiting" });
    await saver.flush();
    return (chain.draft?.definition ?? chain.definition) as ChainDefinition;
  }, [store, saver]);
  return { flush: saver.flush, keepMine, takeTheirs };
}
