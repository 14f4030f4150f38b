import { createContext } from "react";

/** Counts the parts that are loading, for what shows them together; null where each part is shown by itself. */
export const LoadingContext = createContext<((by: 1 | -1) => void) | null>(null);
