import { call } from "../../../api/client.ts";
import { isProblem, messageOf } from "../../../api/problem.ts";
import { refresh } from "../../../api/queries.ts";
import { queryClient } from "../../../api/query-client.ts";
import { mayWorkLater, tryAgainLater } from "../../../api/try-again.ts";
import { type ChainDetails, definitionBody, type EditorStore } from "../model/editor-store.ts";

const pauseMs = 700;

/**
 * Saves the draft after every pause, one request at a time, each based on the revision that the previous one returned. A
 * failed save is repeated until it succeeds. If someone else saved the draft first, nothing is saved until someone decides
 * whose draft to keep.
 */
export class DraftSaver {
  readonly #store: EditorStore;
  #isFollowing = false;
  /** False once what is here is saved elsewhere. */
  #isNeeded = true;
  #callOff: () => void = () => undefined;
  #running: Promise<boolean> | null = null;

  constructor(store: EditorStore) {
    this.#store = store;
  }

  /** Saves edits until the returned function is called. */
  follow = (): (() => void) => {
    this.#isFollowing = true;
    const stop = this.#store.listen(this.#notice);
    return () => {
      this.#isFollowing = false;
      stop();
      this.#callOff();
      // Leaving asks about changes that could not be saved, but not about what was typed a moment ago.
      if (this.#store.get().saving === "waiting") void this.flush();
    };
  };

  /** Saves nothing more. How a request under way ends no longer matters. */
  stop = (): void => {
    this.#isNeeded = false;
    this.#callOff();
    this.#store.set({ saving: "saved" });
  };

  /** Saves what is not saved yet; false if that failed. */
  flush = async (): Promise<boolean> => {
    if (!this.#isNeeded) return true;
    this.#callOff();
    while (this.#running !== null) await this.#running;
    const { saving } = this.#store.get();
    if (saving !== "waiting" && saving !== "failed") return saving === "saved";
    this.#store.set({ saving: "saving" });
    return this.#run();
  };

  #notice = (): void => {
    if (this.#store.get().saving !== "waiting") return;
    this.#callOff();
    const timer = setTimeout(() => void this.flush(), pauseMs);
    this.#callOff = () => clearTimeout(timer);
  };

  /** Keeps the state "failed" while it tries again. */
  #again = (): void => {
    if (this.#store.get().saving === "failed" && this.#running === null) void this.#run();
  };

  #run(): Promise<boolean> {
    this.#running = this.#save().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #save(): Promise<boolean> {
    const store = this.#store;
    const { chain, definition, draftRevision } = store.get();
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
      this.#report(error);
      return false;
    }
  }

  #report(error: unknown): void {
    if (!this.#isNeeded) return;
    const isOvertaken = isProblem(error, "changed_meanwhile") || isProblem(error, "if_match_needed");
    const isDeleted = isProblem(error, "unknown_chain");
    const isTriedAgain = mayWorkLater(error);
    this.#store.set({
      saving: isOvertaken ? "conflict" : "failed",
      refusal: isTriedAgain ? null : messageOf(error),
      ...(isDeleted ? { isDeleted } : {}),
    });
    if (isTriedAgain && this.#isFollowing) this.#callOff = tryAgainLater(this.#again);
  }
}

/** Caches what the server has now. Requests under way are cancelled, because they would bring back the old state. */
export async function rememberChain(
  chain: string,
  update: (known: ChainDetails | undefined) => ChainDetails | undefined,
): Promise<void> {
  const queryKey = ["showChain", { params: { chain } }];
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, update);
}
