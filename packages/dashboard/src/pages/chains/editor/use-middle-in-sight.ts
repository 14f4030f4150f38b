import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { useEditorStore } from "./use-editor.ts";

/** Lets the editor know where the middle of the canvas is, for as long as one is drawn. */
export function useMiddleInSight(): void {
  const store = useEditorStore();
  const { getViewport } = useReactFlow();
  const { getState } = useStoreApi();
  useEffect(() => {
    store.middleInSight = () => {
      const { width, height } = getState();
      const { x, y, zoom } = getViewport();
      return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
    };
    return () => {
      store.middleInSight = () => null;
    };
  }, [store, getViewport, getState]);
}
