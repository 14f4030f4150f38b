import type { ProvisioningAdmission } from "@weir/protocol/closed-sets";

export const admissionWords: Readonly<Record<ProvisioningAdmission, string>> = {
  at_once: "Immediately",
  approval: "After approval",
  claim: "When claimed",
};

/** What is loaded again after something was decided or asked. */
export const provisioningRefreshes = [
  ...(["listProvisioningKeys", "listHardware", "countHardware", "listClaimCodes"] as const),
  ...(["listDevices", "countDevices", "listAudit"] as const),
] as const;
