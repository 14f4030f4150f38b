import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import { isProblem, messageOf } from "../../../api/problem.ts";
import { definitionBody, useEditorPart, useEditorStore } from "./editor-state.ts";

const pauseMs = 250;

/** Asks what is wrong whenever the definition is another; the server also knows the chains that this one leads to. */
export function useValidation(): void {
  const store = useEditorStore();
  const definition = useEditorPart((state) => state.definition);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { problems } = await call("validateChain", {
          params: { chain: store.get().chain.uuid },
          body: { definition: definitionBody(definition) },
          signal: stop.signal,
        });
        store.set({ problems, isChecked: true });
      } catch (error) {
        // What cannot be reached at the moment says nothing about the chain.
        if (!isProblem(error) || error.status === 0 || error.status >= 500) return;
        const message = messageOf(error);
        const problem = { severity: "error", code: "invalid", node: null, field: null, message } as const;
        store.set({ problems: [problem], isChecked: true });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [store, definition]);
}
