import { proofAgeMaxMinutes } from "@weir/protocol/manage/proof-age";

/** How old a proof may be. */
export const proofAgeMaxUs = proofAgeMaxMinutes * 60_000_000;
