import type { ProcessRole } from "@weir/protocol/closed-sets";

/** The names of processes on pages. */
export const processNames: Readonly<Record<ProcessRole | "supervisor", string>> = {
  supervisor: "Supervisor",
  ingest: "Ingest",
  process: "Processor",
  deliver: "Delivery",
  manage: "Management",
};
