import type { StandbyState } from "@weir/protocol/closed-sets";

export const standbyWords: Readonly<Record<StandbyState, string>> = {
  sync: "In sync",
  quorum: "In sync",
  potential: "Next in line",
  async: "Asynchronous",
  "catching up": "Catching up",
  unknown: "Unknown",
};
