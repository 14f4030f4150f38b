import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import { isProblem, messageOf } from "../../../api/problem.ts";
import { mayWorkLater, tryAgainLater } from "../../../api/try-again.ts";
import { definitionBody, useEditorPart, useEditorStore } from "./use-editor.ts";

const pauseMs = 250;

/** Asks what is wrong whenever the definition is another; the server also knows the chains that this one leads to. */
export function useValidation(): void {
  const store = useEditorStore();
  const definition = useEditorPart((state) => state.definition);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        const { problems } = await call("validateChain", {
          params: { chain: store.get().chain.uuid },
          body: { definition: definitionBody(definition) },
          signal: stop.signal,
        });
        store.set({ problems, isChecked: true });
      } catch (error) {
        if (stop.signal.aborted) return;
        // Whatever else the server refuses says nothing about the chain.
        if (isProblem(error) && error.status === 422) {
          const message = messageOf(error);
          const problem = { severity: "error", code: "invalid", node: null, field: null, message } as const;
          store.set({ problems: [problem], isChecked: true });
        } else if (isProblem(error, "unknown_chain")) {
          store.set({ isDeleted: true });
        } else if (mayWorkLater(error)) {
          callOff = tryAgainLater(() => void ask());
        }
      }
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    let callOff = () => clearTimeout(timer);
    return () => {
      callOff();
      stop.abort();
    };
  }, [store, definition]);
}
