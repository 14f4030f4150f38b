import { collectionFunctions } from "./collection-functions.ts";
import { conversionFunctions } from "./conversion-functions.ts";
import type { FunctionSpec } from "./function-spec.ts";
import { numberFunctions } from "./number-functions.ts";
import { stringFunctions } from "./string-functions.ts";
import { timeFunctions } from "./time-functions.ts";

/** Every function of expressions. */
export const functionTable: readonly FunctionSpec[] = [
  ...numberFunctions,
  ...stringFunctions,
  ...collectionFunctions,
  ...timeFunctions,
  ...conversionFunctions,
];
