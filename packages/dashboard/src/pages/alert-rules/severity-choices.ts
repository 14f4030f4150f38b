import { severitiesByGravity } from "@weir/protocol/closed-sets";
import { severities } from "../../ui/severity.tsx";

export const severityChoices = severitiesByGravity.map((value) => ({ value, label: severities[value].word }));
