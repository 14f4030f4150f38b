import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import { isProblem, messageOf } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import { mayWorkLater, tryAgainLater } from "../../../api/try-again.ts";
import { definitionBody } from "../model/editor-store.ts";
import { useEditorPart, useEditorStore } from "./use-editor.ts";
import { useTraffic } from "./use-traffic.ts";

/** Keeps up to date what the editor shows of the server: problems, counters and the names of other chains. */
export function useEditorData(): void {
  useValidation();
  useTraffic();
  useChainNames();
}

const pauseMs = 250;

/** Validates every change of the definition. The server also knows the chains that this one leads to. */
function useValidation(): void {
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
        // Other refusals say nothing about the chain.
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

/** Loads the names of the account's chains if a node passes readings on to one of them. */
function useChainNames(): void {
  const store = useEditorStore();
  const isNeeded = useEditorPart(({ definition }) => definition.nodes.some(({ type }) => type === "chain"));
  const { data } = useCall("listChains", { query: { limit: 200 } }, { enabled: isNeeded });
  useEffect(() => {
    if (data !== undefined)
      store.set({ chainNames: new Map(data.items.map(({ uuid, name }) => [uuid, name])) });
  }, [store, data]);
}
